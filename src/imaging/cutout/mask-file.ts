/** Masks as files (8-bit grey PNG) and at other sizes. */
import type { Size } from '#imaging/pixels/raw.ts';
import { toPlainBytes } from '#imaging/pixels/to-bytes.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';
import type { Mask } from './mask.ts';

/** Reads a mask. Throws what `readHeader` and `decode` throw. */
export async function readMask(path: string): Promise<Mask> {
  const header = await readHeader(path);
  const { data, channels, width, height } = await decodePicture(header, header);
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = data[i * channels];
  return { data: grey, width, height };
}

export async function scaledMask({ data, width, height }: Mask, to: Size): Promise<Mask> {
  if (width === to.width && height === to.height) return { data, width, height };
  const image = sharp(data, { raw: { width, height, channels: 1 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0);
  return { data: toPlainBytes(await image.raw().toBuffer()), width: to.width, height: to.height };
}

/** Returns the mask with this long side at most. */
export function shrinkMask(mask: Mask, side: number): Promise<Mask> {
  return scaledMask(mask, sizeAt(mask, Math.min(1, side / Math.max(mask.width, mask.height))));
}

/** Returns an 8-bit grey PNG. */
export function encodedMask({ data, width, height }: Mask): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
}
