/** Makes decoded values a picture that sharp converts by a profile: sharp takes only profiles that stand in a file. */
import type { Sharp } from 'sharp';
import { intoPng } from '#imaging/deliver/encode.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';

export async function inProfile({ data, width, height, channels }: Raw, profile: Buffer): Promise<Sharp> {
  const image = sharp(data, { raw: { width, height, channels } });
  const isOfGrey = profile.toString('latin1', 16, 20) === 'GRAY' && channels === 3;
  const plain = isOfGrey ? image.extractChannel(0) : image;
  return sharp(intoPng(await plain.png({ compressionLevel: 0 }).toBuffer(), profile));
}
