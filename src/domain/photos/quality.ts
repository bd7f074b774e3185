/** What is measured of a photo's sharpness and light, in the engine as in a browser's camera. */

/** Rows of interleaved sRGB bytes. */
interface Picture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Longest side of the picture that sharpness is measured in. */
export const SHARPNESS_SIDE = 1024;
const TILES = 6;
/** The fourth-best tile counts: a photo with a shallow depth of field is sharp somewhere, and that is enough. */
const JUDGED_TILE = 3;
const SAMPLES = 120_000;
const BLACK = 16;
const WHITE = 250;

/** Returns Rec. 601 luma in whole numbers, 0–255, as every light step counts it. */
export function computeLuma(r: number, g: number, b: number): number {
  return (77 * r + 150 * g + 29 * b) >> 8;
}

export function toGrey({ data: from, width, height, channels }: Picture): Grey {
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += channels) {
    data[i] = computeLuma(from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0);
  }
  return { data, width, height };
}

/** Returns interleaved R, G, B of pixels on an even grid. Transparent pixels say nothing about the photo and are left out. */
export function samplePixels({ data, width, height, channels }: Picture): Uint8Array {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / SAMPLES)));
  const samples = new Uint8Array(Math.ceil(width / step) * Math.ceil(height / step) * 3);
  let count = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * channels;
      if (channels === 4 && (data[at + 3] ?? 0) < 128) continue;
      samples[count++] = data[at] ?? 0;
      samples[count++] = data[at + 1] ?? 0;
      samples[count++] = data[at + 2] ?? 0;
    }
  }
  return samples.subarray(0, count);
}

/** Returns the shares of black and of white among sampled pixels, to a thousandth. */
export function measureExtremes(samples: Uint8Array): { black: number; white: number } {
  let [black, white] = [0, 0];
  for (let i = 0; i < samples.length; i += 3) {
    const y = computeLuma(samples[i] ?? 0, samples[i + 1] ?? 0, samples[i + 2] ?? 0);
    if (y < BLACK) black++;
    else if (y > WHITE) white++;
  }
  // Goods cut out of their ground may be black all over: the ground counts, as it would in a photo.
  const all = samples.buffer.byteLength / 3;
  const round = (count: number) => Math.round((count / all) * 1000) / 1000;
  return { black: round(black), white: round(white) };
}

/** Variance of the Laplacian in the fourth-best of 6×6 tiles. */
export function measureSharpness(grey: Grey): number {
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
  return Math.round(variances.sort((a, b) => b - a)[JUDGED_TILE] ?? 0);
}

type Span = readonly [from: number, to: number];

function laplacianVariance({ data, width, height }: Grey, [left, right]: Span, [top, bottom]: Span): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++) {
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
      const i = y * width + x;
      const beside = (data[i - 1] ?? 0) + (data[i + 1] ?? 0);
      const value = beside + (data[i - width] ?? 0) + (data[i + width] ?? 0) - 4 * (data[i] ?? 0);
      count++;
      sum += value;
      squares += value * value;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
