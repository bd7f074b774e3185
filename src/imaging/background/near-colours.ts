/** Colour and evenness of one side of an edge around each pixel: means over pixels surely of that side, the nearest there are. */
import type { Raw } from '#imaging/pixels/raw.ts';

const REACHES = [4, 10, 30];
export const NUMBERS = 4;

/**
 * Four numbers for each `wanted` pixel: the colour and its variance over all channels. `surely` tells whose colours count; where there
 * are none within the widest reach, `mostly` does (thin parts that have no sure middle).
 */
export function nearColours(
  picture: Raw,
  wanted: Uint8Array,
  { surely, mostly }: { surely: (index: number) => boolean; mostly: (index: number) => boolean },
): Float32Array {
  const colours = new Float32Array(picture.width * picture.height * NUMBERS);
  const known = wanted.map((is) => 1 - is);
  for (const [counts, reach] of [
    [surely, REACHES[0]],
    [surely, REACHES[1]],
    [mostly, REACHES[0]],
    [surely, REACHES[2]],
    [mostly, REACHES[2]],
  ] as const) {
    if (known.indexOf(0) < 0) break;
    fillMissingMeans({ colours, known }, picture, { counts, reach });
  }
  return colours;
}

/** Means over a square, by sums from the top left corner, for pixels that have none yet. */
function fillMissingMeans(
  { colours, known }: { colours: Float32Array; known: Uint8Array },
  { data, width, height }: Raw,
  { counts, reach }: { counts: (index: number) => boolean; reach: number },
): void {
  const row = width + 1;
  const sums = [0, 1, 2, 3, 4].map(() => new Float64Array(row * (height + 1)));
  for (let y = 0, i = 0; y < height; y++) {
    const rowSums = [0, 0, 0, 0, 0];
    for (let x = 0; x < width; x++, i++) {
      const counted = counts(i);
      const to = (y + 1) * row + x + 1;
      for (let c = 0; c < 5; c++) {
        if (counted)
          rowSums[c] = rowSums[c] + (c < 3 ? data[i * 3 + c] : c === 3 ? 1 : sumSquaredChannels(data, i * 3));
        const sum = sums[c];
        sum[to] = sum[to - row] + rowSums[c];
      }
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach) * row, Math.min(height, y + reach + 1) * row];
    for (let x = 0; x < width; x++, i++) {
      if (known[i]) continue;
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const [r, g, b, count, squares] = sums.map(
        (sum) => sum[bottom + right] - sum[bottom + left] - sum[top + right] + sum[top + left],
      ) as [number, number, number, number, number];
      if (count === 0) continue;
      known[i] = 1;
      const mean = [r / count, g / count, b / count] as const;
      const variance = squares / count - mean[0] ** 2 - mean[1] ** 2 - mean[2] ** 2;
      colours.set([...mean, Math.max(0, variance)], i * NUMBERS);
    }
  }
}

function sumSquaredChannels(data: Uint8Array, at: number): number {
  const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
  return r * r + g * g + b * b;
}
