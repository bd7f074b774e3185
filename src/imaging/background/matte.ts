/**
 * Makes a small mask the picture's alpha, refined only in the band around its edge: each band pixel lies somewhere between the colours of
 * the object and of the ground near it. The ground's part of its colour is taken out, so no rim of the old ground stays.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import { MASK_SIDE } from '#imaging/cutout/segmenter.ts';
import { flattenOnto, type PixelBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { NUMBERS } from './near-colours.ts';
import { sideColours } from './side-colours.ts';

/** Half the band, in pixels of the mask: as far as the mask may be wrong. */
const BAND = 3;
/** Squared distance of object and ground colours (sRGB bytes) that separates them surely; below, the mask decides more and more. */
const APART = 30 ** 2;
/** Share of the colours' variance that is added to `APART`: on knitwear and gravel one pixel says little. */
const UNEVEN = 2;

/** Returns a copy of the box with alpha; a photo's own alpha stays where it is lower. `mask`: of the whole picture, any size. */
export async function withMatte(picture: Raw, mask: Mask, box: PixelBox): Promise<Raw> {
  const { channels } = picture;
  const { width, height } = box;
  const near = nearEdge(mask, BAND);
  const coarse = sizeAt(mask, Math.min(1, MASK_SIDE / Math.max(mask.width, mask.height)));
  const sides = sideColours(flattenOnto(await resizeTo(picture, mask), [255, 255, 255]), mask, {
    cells: coarse,
    band: BAND,
  });
  const soft = softenMask(mask);
  const data = new Uint8Array(width * height * 4);
  const [columns, rows] = [
    buildInterpolation(picture.width, mask.width),
    buildInterpolation(picture.height, mask.height),
  ];
  const here = new Float64Array(2 * NUMBERS + 1);
  const corners = new Int32Array(4);
  const readColours = createColourSampler(sides, { picture, coarse }, here);
  for (let y = box.y, to = 0; y < box.y + height; y++) {
    const [top, below] = [rows.low[y] * mask.width, rows.high[y] * mask.width];
    for (let x = box.x; x < box.x + width; x++, to += 4) {
      const from = (y * picture.width + x) * channels;
      for (let c = 0; c < 3; c++) data[to + c] = picture.data[from + c];
      const own = channels === 4 ? picture.data[from + 3] : 255;
      const [left, right] = [columns.low[x], columns.high[x]];
      corners[0] = top + left;
      corners[1] = top + right;
      corners[2] = below + left;
      corners[3] = below + right;
      if (!corners.some((corner) => near[corner] === 1)) {
        data[to + 3] = mask.data[corners[0]] > 127 ? own : 0;
        continue;
      }
      readColours(x, y);
      const [u, v] = [columns.share[x], rows.share[y]];
      const upper = soft[corners[0]] * ((1 - u) * (1 - v)) + soft[corners[1]] * (u * (1 - v));
      here[2 * NUMBERS] = upper + soft[corners[2]] * ((1 - u) * v) + soft[corners[3]] * (u * v);
      data[to + 3] = Math.round(own * solveMattePixel(data, to, here));
    }
  }
  return { data, width, height, channels: 4 };
}

/** Returns the alpha and cleans the colour in place. `here`: object's colour and variance, ground's, the mask's share (0–1) around. */
function solveMattePixel(data: Uint8Array, at: number, here: Float64Array): number {
  let [along, apart] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const ground = here[c + NUMBERS];
    const difference = here[c] - ground;
    along += (data[at + c] - ground) * difference;
    apart += difference * difference;
  }
  const share = here[2 * NUMBERS];
  const uneven = UNEVEN * (here[3] + here[3 + NUMBERS]);
  const byColour = apart === 0 ? share : Math.min(1, Math.max(0, along / apart));
  // At the mask's edge colours decide; two pixels of the mask away from it the mask does.
  const trust = (apart / (apart + APART + uneven)) * (1 - (2 * share - 1) ** 6);
  const alpha = sharpenAlpha(share + (byColour - share) * trust);
  for (let c = 0; c < 3; c++) {
    const [object, ground] = [here[c], here[c + NUMBERS]];
    const seen = data[at + c];
    const clean = object + alpha * (seen - alpha * object - (1 - alpha) * ground);
    data[at + c] = Math.max(0, Math.min(255, Math.round(clean)));
  }
  return alpha;
}

/** Clears the noise of nearly empty and nearly full pixels. */
function sharpenAlpha(alpha: number): number {
  return Math.min(1, Math.max(0, (alpha - 0.06) / 0.88));
}

/** For each of `count` pixels: the two of the mask around its middle, and how near the second is. */
function buildInterpolation(count: number, of: number) {
  const [low, high, share] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const position = Math.min(of - 1, Math.max(0, ((i + 0.5) * of) / count - 0.5));
    low[i] = Math.floor(position);
    high[i] = Math.min(of - 1, Math.floor(position) + 1);
    share[i] = position - Math.floor(position);
  }
  return { low, high, share };
}

/** Returns a function that fills `here` with the means at a pixel of the picture, by how near the middles of the four cells are. */
function createColourSampler(
  sides: readonly Float32Array[],
  { picture, coarse }: { picture: Size; coarse: Size },
  here: Float64Array,
) {
  const [columns, rows] = [
    buildInterpolation(picture.width, coarse.width),
    buildInterpolation(picture.height, coarse.height),
  ];
  return (x: number, y: number) => {
    here.fill(0);
    const [u, v] = [columns.share[x], rows.share[y]];
    for (let k = 0; k < 4; k++) {
      const row = k & 2 ? rows.high[y] : rows.low[y];
      const corner = row * coarse.width + (k & 1 ? columns.high[x] : columns.low[x]);
      const share = (k & 1 ? u : 1 - u) * (k & 2 ? v : 1 - v);
      for (let c = 0; c < 2 * NUMBERS; c++) {
        const planes = sides[c < NUMBERS ? 0 : 1];
        here[c] = here[c] + share * planes[corner * NUMBERS + (c % NUMBERS)];
      }
    }
  };
}

/** Returns the mask's share of the object over three by three pixels, 0–1: a distance from its edge in disguise. */
function softenMask({ data, width, height }: Mask): Float32Array {
  const across = new Float32Array(data.length);
  const soft = new Float32Array(data.length);
  const at = (values: ArrayLike<number>, x: number, y: number) =>
    values[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      across[i] = (at(data, x - 1, y) + 2 * at(data, x, y) + at(data, x + 1, y)) / 1020;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      soft[i] = (at(across, x, y - 1) + 2 * at(across, x, y) + at(across, x, y + 1)) / 4;
  return soft;
}
