/** Measurements for a photo's warnings and its straightening; read once when the photo is prepared. */
import type { Signs } from '#domain/photos/analysis.ts';
import type { Grey } from '#imaging/pixels/edges.ts';
import { computeLuma } from '#imaging/pixels/luma.ts';
import { flattenOnto, type Raw } from '#imaging/pixels/raw.ts';
import { resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { findMatter } from './matter.ts';
import { measureTilt } from './tilt.ts';

const SHARPNESS_SIDE = 1024;
const TILT_SIDE = 640;
const TILES = 6;
const FLAT = 16;
/** The fourth-best tile counts: a photo with a shallow depth of field is sharp somewhere, and that is enough. */
const JUDGED_TILE = 3;

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

function toGrey({ data: from, width, height, channels }: Raw): Grey {
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += channels) {
    data[i] = computeLuma(from[at], from[at + 1], from[at + 2]);
  }
  return { data, width, height };
}

/** Variance of the Laplacian in the fourth-best of 6×6 tiles. */
function measureSharpness(grey: Grey): number {
  const variances: number[] = [];
  const tileStart = (part: number, side: number) => Math.floor((part * side) / TILES);
  for (let row = 0; row < TILES; row++) {
    for (let column = 0; column < TILES; column++) {
      variances.push(
        laplacianVariance(
          grey,
          [tileStart(column, grey.width), tileStart(column + 1, grey.width)],
          [tileStart(row, grey.height), tileStart(row + 1, grey.height)],
        ),
      );
    }
  }
  return Math.round(variances.sort((a, b) => b - a)[JUDGED_TILE]);
}

type Span = readonly [from: number, to: number];

function laplacianVariance({ data, width, height }: Grey, [left, right]: Span, [top, bottom]: Span): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++) {
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
      const i = y * width + x;
      const around = data[i - 1] + data[i + 1] + data[i - width] + data[i + width];
      const value = around - 4 * data[i];
      count++;
      sum += value;
      squares += value * value;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
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
