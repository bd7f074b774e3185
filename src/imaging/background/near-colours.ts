/** Colour and evenness of one side of an edge around each pixel: means over the nearest pixels that surely belong to that side. */
import type { Raw } from '#imaging/pixels/raw.ts';

const REACHES = [4, 10, 30];
export const NUMBERS = 4;

/**
 * Returns four numbers for each `wanted` pixel: the colour and its variance over all channels. `surely` tells whose colours count; `mostly`
 * does where there are none within the widest reach (thin parts that have no sure middle).
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

/** Sums of red, green and blue, the number of the pixels, and the sum of all squares. */
const SUMS = 5;

/** Fills pixels that have no means yet with those over a square. */
function fillMissingMeans(
  { colours, known }: { colours: Float32Array; known: Uint8Array },
  picture: Raw,
  { counts, reach }: { counts: (index: number) => boolean; reach: number },
): void {
  const { width, height } = picture;
  const sums = sumFromCorner(picture, counts);
  const row = (width + 1) * SUMS;
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach) * row, Math.min(height, y + reach + 1) * row];
    for (let x = 0; x < width; x++, i++) {
      if (known[i]) continue;
      const [left, right] = [Math.max(0, x - reach) * SUMS, Math.min(width, x + reach + 1) * SUMS];
      const at = (sum: number) =>
        sums[bottom + right + sum] -
        sums[bottom + left + sum] -
        sums[top + right + sum] +
        sums[top + left + sum];
      const count = at(3);
      if (count === 0) continue;
      known[i] = 1;
      const [r, g, b] = [at(0) / count, at(1) / count, at(2) / count];
      const to = i * NUMBERS;
      colours[to] = r;
      colours[to + 1] = g;
      colours[to + 2] = b;
      colours[to + 3] = Math.max(0, at(4) / count - r ** 2 - g ** 2 - b ** 2);
    }
  }
}

/** Returns for each pixel the sums over the counted pixels above and left of it, with a row and a column of zeros in front. */
function sumFromCorner({ data, width, height }: Raw, counts: (index: number) => boolean): Float64Array {
  const row = (width + 1) * SUMS;
  const sums = new Float64Array(row * (height + 1));
  for (let y = 0, i = 0; y < height; y++) {
    let [r, g, b, count, squares] = [0, 0, 0, 0, 0];
    for (let x = 0, to = (y + 1) * row + SUMS; x < width; x++, i++, to += SUMS) {
      if (counts(i)) {
        const [red, green, blue] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]];
        r += red;
        g += green;
        b += blue;
        count += 1;
        squares += red * red + green * green + blue * blue;
      }
      sums[to] = sums[to - row] + r;
      sums[to + 1] = sums[to + 1 - row] + g;
      sums[to + 2] = sums[to + 2 - row] + b;
      sums[to + 3] = sums[to + 3 - row] + count;
      sums[to + 4] = sums[to + 4 - row] + squares;
    }
  }
  return sums;
}
