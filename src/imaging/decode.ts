/** One decode of a file to the size the work needs, as upright sRGB bytes. */
import { readFile } from 'node:fs/promises';
import type { FailOnOptions, Sharp } from 'sharp';
import { AppError } from '#domain/errors.ts';
import { MAX_PIXELS } from '#domain/photos/limits.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import { toSrgb } from './gamut.ts';
import { sharp } from './hardened-sharp.ts';
import type { Header } from './header.ts';
import { decodeHeic } from './heic.ts';
import { hasAllScans, withEndOfJpeg } from './jpeg-end.ts';
import type { Raw } from './raw.ts';
import { withoutExif } from './take-exif.ts';

/** Width and height of the picture at `scale` (≤ 1 of the original), whole pixels, at least one. */
export function sizeAt({ width, height }: Size, scale: number): Size {
  const side = (n: number) => Math.max(1, Math.min(n, Math.round(n * scale)));
  return { width: side(width), height: side(height) };
}

/** Refuses with `photos/corrupt` what does not decode to its end: half a photo is not delivered. */
export async function decode(header: Header, size: Size): Promise<Raw> {
  try {
    const raw =
      header.format === 'heic'
        ? await resized(await decodeHeic(header.source), size)
        : await opened(header, size);
    if (header.gamut !== null) toSrgb(raw, header.gamut);
    return raw;
  } catch {
    throw new AppError('photos/corrupt');
  }
}

/**
 * Strict first. Two kinds of JPEG get a second try: one that lacks nothing but its end marker gets one and is read as strictly; one with
 * harmless oddities, which cameras write too (stray bytes between markers), is read more mildly. Data that ends early passes neither.
 */
async function opened(header: Header, size: Size): Promise<Raw> {
  const { input } = header.withExif
    ? await withoutExif(header.source, header.format)
    : { input: header.source };
  try {
    return await openedFrom(input, header, size, 'warning');
  } catch (error) {
    if (header.format !== 'jpeg' || ENDS_EARLY.test(String(error))) throw error;
    const bytes = typeof input === 'string' ? await readFile(input) : input;
    if (!NO_END.test(String(error))) {
      if (!hasAllScans(bytes)) throw error;
      return openedFrom(bytes, header, size, 'truncated');
    }
    const whole = withEndOfJpeg(bytes);
    if (whole === null) throw error;
    return openedFrom(whole, header, size, 'warning');
  }
}

/** The decoder's words for a file that ends before the picture's end marker … */
const NO_END = /premature end of JPEG image/i;
/** … and for a scan that does. In the last rows it is said as a warning only, however strictly the file is read. */
const ENDS_EARLY = /premature end of data segment|found marker 0xd9 instead of RST/i;

/** autoOrient in the constructor and nothing but the resize after it: anything else switches the scaled JPEG decode off. */
async function openedFrom(
  input: string | Buffer,
  { byProfile }: Header,
  { width, height }: Size,
  failOn: FailOnOptions,
): Promise<Raw> {
  const image = sharp(input, {
    autoOrient: true,
    ignoreIcc: !byProfile,
    failOn,
    limitInputPixels: MAX_PIXELS,
    pages: 1,
  });
  let endsEarly = false;
  image.on('warning', (words) => {
    endsEarly ||= ENDS_EARLY.test(String(words));
  });
  const raw = await toRaw(image.resize(width, height, { fit: 'fill' }));
  if (endsEarly) throw new Error('the picture ends early');
  return raw;
}

/** No side longer than this; the same object when none is. */
export function within(raw: Raw, side: number): Promise<Raw> {
  return resized(raw, sizeAt(raw, Math.min(1, side / Math.max(raw.width, raw.height))));
}

/** The picture at exactly this size; the same object when it has it already. */
export async function resized(raw: Raw, { width, height }: Size): Promise<Raw> {
  if (raw.width === width && raw.height === height) return raw;
  const { data, channels } = raw;
  const image = sharp(data, {
    raw: { width: raw.width, height: raw.height, channels },
    limitInputPixels: MAX_PIXELS,
  });
  return toRaw(image.resize(width, height, { fit: 'fill' }));
}

async function toRaw(image: Sharp): Promise<Raw> {
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3 || channels === 4) return { data, width, height, channels };
  return fromGrey(data, width, height, channels === 2);
}

function fromGrey(grey: Uint8Array, width: number, height: number, alpha: boolean): Raw {
  const channels = alpha ? 4 : 3;
  const step = alpha ? 2 : 1;
  const data = new Uint8Array(width * height * channels);
  for (let i = 0, o = 0; i < grey.length; i += step, o += channels) {
    data.fill(grey[i] as number, o, o + 3);
    if (alpha) data[o + 3] = grey[i + 1] as number;
  }
  return { data, width, height, channels };
}
