import { rgbaToThumbHash } from 'thumbhash';
import type { Raw } from '#imaging/pixels/raw.ts';
import { fitWithin } from '#imaging/read/decode.ts';

const HASH_SIDE = 100;

/** Returns the picture's ThumbHash, base64. */
export async function computeThumbhash(picture: Raw): Promise<string> {
  const { data, width, height, channels } = await fitWithin(picture, HASH_SIDE);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0, o = 0; i < data.length; i += channels, o += 4) {
    for (let c = 0; c < channels; c++) rgba[o + c] = data[i + c];
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64');
}
