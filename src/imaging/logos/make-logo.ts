/** A logo from any file a seller has: SVG is drawn, a JPEG loses the white it stands on; others are good as they are. One of nothing is refused. */
import { open, readFile, stat } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import { encodeImage } from '#imaging/deliver/encode.ts';
import type { LogoJob } from '#imaging/messages.ts';
import { cropToBox, type Raw } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { sniffFormat } from '#imaging/read/sniff.ts';
import { liftWhite } from './lift-white.ts';
import { MOST_SVG_BYTES, rasteriseSvg } from './rasterise-svg.ts';

/** No logo is drawn larger. */
const SIDE = 2000;
const HEAD_BYTES = 4096;
/** Of 255: what covers less than 3 % is not seen. */
const LEAST_ALPHA = 8;

/** Writes a PNG to `path` and returns true; false: the file itself is the logo. */
export async function makeLogo({ source, path }: LogoJob): Promise<boolean> {
  const logo = await drawnLogo(source);
  if (logo === null) return false;
  refuseUnseen(logo);
  await writeSynced(path, await encodeImage(trimToInk(logo), 'png', { quality: 100 }));
  return true;
}

async function drawnLogo(source: string): Promise<Raw | null> {
  const kind = sniffLogoKind(await readStart(source));
  if (kind === 'svg') {
    if ((await stat(source)).size > MOST_SVG_BYTES)
      throw new AppError('photos/too-large-file', { limit: MOST_SVG_BYTES });
    return rasteriseSvg(await readFile(source), SIDE);
  }
  const header = await readHeader(source);
  const pixels = () =>
    decodePicture(header, sizeAt(header, Math.min(1, SIDE / Math.max(header.width, header.height))));
  if (kind === 'jpeg') return liftWhite(await pixels());
  if (header.hasAlpha) refuseUnseen(await pixels());
  return null;
}

function refuseUnseen({ data, channels }: Raw): void {
  if (channels === 3) return;
  for (let at = 3; at < data.length; at += 4) if (data[at] >= LEAST_ALPHA) return;
  throw new AppError('photos/logo-empty');
}

function sniffLogoKind(head: Uint8Array): string {
  try {
    return sniffFormat(head);
  } catch (error) {
    if (error instanceof AppError && error.code === 'photos/format-svg') return 'svg';
    throw error;
  }
}

async function readStart(source: string): Promise<Uint8Array> {
  const file = await open(source, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Without the empty margin: a logo is as large as its ink. */
function trimToInk(raw: Raw): Raw {
  const { data, width, height } = raw;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return cropToBox(raw, { x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
}
