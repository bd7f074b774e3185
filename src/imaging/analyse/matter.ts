/**
 * Finds what matters in a photo, at a glance: from each side, how deep the picture goes on as it begins there. Only ways to that one side
 * count (the minimum barrier distance, by raster passes, after Zhang et al. 2015), so that a thing that stands on the lower edge still
 * stands out from the left and the right one.
 */

import type { Grey } from '#domain/photos/quality.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';
import { resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { measureSalience } from './salience.ts';

const SIDE = 128;
const PASSES = 3;
/**
 * A place stands out from a side where every way to it changes by at least so much (summed over L, a, b and texture): by a share of the
 * largest change anywhere, or by little, but with a step that the side's own ground does not have.
 */
const BARRIER = 14;
const SHARE_OF_LARGEST = 0.15;
const LITTLE = 6;
const STEP = 2.5;
const TIMES_OWN_STEP = 2;
/** Depth at which a side's own ground is read, as a share of the picture. */
const RIM = 0.03;
/** Weight of the texture's mean step (levels of 255) beside colours. */
const TEXTURE = 1.2;
/** Largest calm share of a side that the photo cuts something at: it crosses the side and stands out from both sides beside it. */
const CUT = 0.07;
/** Share of a row or column that has to stand out; less is a speck. */
const SPECK = 0.02;
/** Least salience of a thing. */
const SALIENT = 0.1;
/** How far outside its patches a thing may end, as a share of the picture. */
const OUTSIDE = 0.01;
/** Where a quarter of the picture has more salience than this there is no single thing: a street, a yard. */
const FULL = 0.12;

/** Returns the box of what stands out; null where nothing does. `grey`: the same picture with its details, for its texture. */
export async function findMatter(picture: Raw, grey: Grey): Promise<Box | null> {
  const small = sizeAt(picture, Math.min(1, SIDE / Math.max(picture.width, picture.height)));
  const { l, a, b, width, height } = toLab(await resizeTo(picture, small));
  const planes = [l, a, b, measureTexture(grey, { width, height })];
  const level = { planes, width, height };
  const out = {
    left: markStandingOut(level, 'left'),
    right: markStandingOut(level, 'right'),
    top: markStandingOut(level, 'top'),
    bottom: markStandingOut(level, 'bottom'),
  };
  const thing = findThing(level);
  const depth = (side: Side) => {
    const [one, other] =
      side === 'left' || side === 'right' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
    const calm = countCalmLines(level, side, (at) => out[side][at] === 1);
    const isCut = countCalmLines(level, side, (at) => out[one][at] === 1 && out[other][at] === 1) === 0;
    const plain = isCut ? Math.min(calm, Math.floor(CUT * describeLines(level, side).count)) : calm;
    return thing === null ? plain : Math.max(plain, countGround(level, side, thing));
  };
  const [left, right, top, bottom] = [depth('left'), depth('right'), depth('top'), depth('bottom')];
  if (left + right >= width || top + bottom >= height) return null;
  return {
    x: roundShare(left / width),
    y: roundShare(top / height),
    width: roundShare((width - left - right) / width),
    height: roundShare((height - top - bottom) / height),
  };
}

const roundShare = (value: number) => Math.round(value * 1e4) / 1e4;

/** Returns the mean step between neighbours in the detailed picture for each place of the small one. */
function measureTexture({ data, width, height }: Grey, small: Size): Float32Array {
  const sum = new Float32Array(small.width * small.height);
  const count = new Uint32Array(sum.length);
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor((y * small.height) / height) * small.width;
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const at = row + Math.floor((x * small.width) / width);
      sum[at] = sum[at] + Math.abs(data[i + 1] - data[i - 1]) + Math.abs(data[i + width] - data[i - width]);
      count[at] = count[at] + 1;
    }
  }
  return sum.map((value, i) => (TEXTURE * value) / Math.max(1, 2 * count[i]));
}

type Side = 'left' | 'right' | 'top' | 'bottom';

interface Level extends Size {
  /** L, a, b, texture. */
  readonly planes: readonly Float32Array[];
}

interface Lines {
  /** Number of rows or columns of the picture, and of pixels in each. */
  readonly count: number;
  readonly length: number;
  /** Index of a pixel along the n-th line from the side. */
  readonly placeAt: (n: number, along: number) => number;
}

function describeLines({ width, height }: Size, side: Side): Lines {
  const isAcross = side === 'left' || side === 'right';
  const [count, length] = isAcross ? [width, height] : [height, width];
  const line = (n: number) => (side === 'right' || side === 'bottom' ? count - 1 - n : n);
  const placeAt = (n: number, along: number) =>
    isAcross ? along * width + line(n) : line(n) * width + along;
  return { count, length, placeAt };
}

/** Marks with 1 each place that stands out from the side. */
function markStandingOut(level: Level, side: Side): Uint8Array {
  const { count, length, placeAt } = describeLines(level, side);
  const seeds = Array.from({ length }, (_, along) => placeAt(0, along));
  const barrier = new Float32Array(level.width * level.height);
  for (const plane of level.planes) addBarrier(plane, { ...level, seeds }, barrier);
  const step = findLeastSteps(level, seeds);
  const own = Array.from({ length }, (_, along) => step[placeAt(Math.round(RIM * count), along)] ?? 0);
  const ownStep = own.sort((one, other) => one - other)[Math.floor(0.9 * length)] ?? 0;
  const much = Math.max(BARRIER, SHARE_OF_LARGEST * barrier.reduce((one, other) => Math.max(one, other), 0));
  const clear = Math.max(STEP, TIMES_OWN_STEP * ownStep);
  return Uint8Array.from(barrier, (value, at) =>
    Number(value > much || (value > LITTLE && step[at] > clear)),
  );
}

/** Returns how many lines from the side show no more than a speck that is `isOut`. */
function countCalmLines(size: Size, side: Side, isOut: (at: number) => boolean): number {
  const { count, length, placeAt } = describeLines(size, side);
  for (let n = 0; n < count; n++) {
    let out = 0;
    for (let along = 0; along < length; along++) if (isOut(placeAt(n, along))) out++;
    if (out > SPECK * length) return n;
  }
  return count;
}

/** Returns the salience of each place; null where there is no single thing, or none can be told. */
function findThing(level: Level): Float32Array | null {
  const salience = measureSalience(level);
  const sorted = Float32Array.from(salience ?? []).sort();
  return (sorted[Math.floor(sorted.length / 4)] ?? 1) > FULL ? null : salience;
}

/** Counts the lines from the side that are ground by salience. */
function countGround(size: Size, side: Side, salience: Float32Array): number {
  const ground = countCalmLines(size, side, (at) => salience[at] > SALIENT);
  return Math.max(0, ground - Math.ceil(OUTSIDE * describeLines(size, side).count));
}

interface Seeded extends Size {
  /** Places that the ways lead to. */
  readonly seeds: readonly number[];
}

/** Adds to `sum` the least change on any way from each place to the seeds. */
function addBarrier(plane: Float32Array, { width, height, seeds }: Seeded, sum: Float32Array): void {
  const high = Float32Array.from(plane);
  const low = Float32Array.from(plane);
  const distance = new Float32Array(plane.length).fill(1e9);
  for (const at of seeds) distance[at] = 0;
  visitNeighbours({ width, height }, (at, from) => {
    if (distance[from] === 1e9) return;
    const value = plane[at];
    const [h, l] = [Math.max(high[from], value), Math.min(low[from], value)];
    if (h - l >= distance[at]) return;
    distance[at] = h - l;
    high[at] = h;
    low[at] = l;
  });
  for (let i = 0; i < sum.length; i++) sum[i] = sum[i] + distance[i];
}

/** For each place, the largest step between neighbours that no way to the seeds avoids. */
function findLeastSteps({ planes, width, height }: Level, seeds: readonly number[]): Float32Array {
  const least = new Float32Array(width * height).fill(1e9);
  for (const at of seeds) least[at] = 0;
  const [l, a, b] = planes as readonly [Float32Array, Float32Array, Float32Array];
  visitNeighbours({ width, height }, (at, from) => {
    if (least[from] >= least[at]) return;
    const step = Math.abs(l[at] - l[from]) + Math.abs(a[at] - a[from]) + Math.abs(b[at] - b[from]);
    least[at] = Math.min(least[at], Math.max(least[from], step));
  });
  return least;
}

/** Calls `look` for neighbours, over the picture there and back. */
function visitNeighbours({ width, height }: Size, look: (at: number, from: number) => void): void {
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass % 2 === 0) {
      for (let y = 0, i = 0; y < height; y++)
        for (let x = 0; x < width; x++, i++) {
          if (y > 0) look(i, i - width);
          if (x > 0) look(i, i - 1);
        }
    } else {
      for (let y = height - 1, i = width * height - 1; y >= 0; y--)
        for (let x = width - 1; x >= 0; x--, i--) {
          if (y < height - 1) look(i, i + width);
          if (x < width - 1) look(i, i + 1);
        }
    }
  }
}
