/** Measurements for a photo's warnings and its straightening; read once when the photo is prepared. */
import type { Signs } from '#domain/photos/analysis.ts';
import { measureSharpness, SHARPNESS_SIDE, toGrey } from '#domain/photos/quality.ts';
import { flattenOnto, type Raw } from '#imaging/pixels/raw.ts';
import { resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { findMatter } from './matter.ts';
import { measureTilt } from './tilt.ts';

const TILT_SIDE = 640;
const FLAT = 16;

/** Returns sharpness; tilt, fingerprint and the box that stands out are null where they cannot be told. */
export async function measureSigns(picture: Raw): Promise<Signs> {
  const opaque = flattenOnto(picture, [255, 255, 255]);
  const detailed = await atSide(opaque, SHARPNESS_SIDE);
  const lines = toGrey(await atSide(detailed, TILT_SIDE));
  return {
    tilt: measureTilt(lines),
    sharpness: measureSharpness(toGrey(detailed)),
    dhash: await measureDhash(detailed),
    matter: await findMatter(detailed, lines),
  };
}

function atSide(picture: Raw, side: number): Promise<Raw> {
  return resizeTo(picture, sizeAt(picture, Math.min(1, side / Math.max(picture.width, picture.height))));
}

/**
 * Returns 64 bits as 16 hex digits: whether each of 8×8 pixels is brighter than its neighbour to the right. Null when all is one tone.
 */
export async function measureDhash(opaque: Raw): Promise<string | null> {
  const { data } = toGrey(await resizeTo(opaque, { width: 9, height: 8 }));
  if (Math.max(...data) - Math.min(...data) < FLAT) return null;
  let hash = '';
  for (let y = 0; y < 8; y++) {
    let bits = 0;
    for (let x = 0; x < 8; x++) {
      bits = bits * 2 + (data[y * 9 + x] > data[y * 9 + x + 1] ? 1 : 0);
    }
    hash += bits.toString(16).padStart(2, '0');
  }
  return hash;
}
