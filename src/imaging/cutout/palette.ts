/** The few colours that a part of a picture is made of. */
import type { Lab } from './lab.ts';

export interface Colour {
  readonly l: number;
  readonly a: number;
  readonly b: number;
  /** Root mean square distance (ΔE) of its pixels from it. */
  readonly spread: number;
}

type Point = readonly [number, number, number];

const COLOURS = 14;
const ROUNDS = 6;
const SAMPLES = 3000;
/** Fewer pixels say nothing. */
const LEAST_PIXELS = 60;
/** Colours of a smaller share are specks. */
const LEAST_SHARE = 0.01;

/** K-means over some of the pixels, beginning with colours that are far from each other; none where there are too few. */
export function computePalette({ l, a, b }: Lab, pixels: readonly number[]): Colour[] {
  if (pixels.length < LEAST_PIXELS) return [];
  const step = Math.max(1, Math.floor(pixels.length / SAMPLES));
  const points: Point[] = [];
  for (let i = 0; i < pixels.length; i += step) {
    const at = pixels[i];
    points.push([l[at], a[at], b[at]]);
  }
  let means = pickFarthestPoints(points);
  let colours: ColourCluster[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    colours = assignToNearestMean(points, means);
    means = colours.map(({ mean }) => mean);
  }
  return colours.flatMap(({ mean: [l, a, b], count, off }) =>
    count < LEAST_SHARE * points.length ? [] : [{ l, a, b, spread: Math.sqrt(off / count) }],
  );
}

/** Each as far from those before as any. */
function pickFarthestPoints(points: readonly Point[]): Point[] {
  const nearest = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY);
  const found = [points[0]];
  while (found.length < COLOURS) {
    const last = found.at(-1) as Point;
    let far = 0;
    points.forEach((point, i) => {
      nearest[i] = Math.min(nearest[i], computeSquaredDistance(point, last));
      if (nearest[i] > nearest[far]) far = i;
    });
    found.push(points[far]);
  }
  return found;
}

interface ColourCluster {
  readonly mean: Point;
  readonly count: number;
  /** Sum of the squares of how far its pixels were from what it was. */
  readonly off: number;
}

function assignToNearestMean(points: readonly Point[], means: readonly Point[]): ColourCluster[] {
  const sums = means.map(() => ({ count: 0, l: 0, a: 0, b: 0, off: 0 }));
  for (const point of points) {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let k = 0; k < means.length; k++) {
      const off = computeSquaredDistance(point, means[k]);
      if (off < least) [best, least] = [k, off];
    }
    const sum = sums[best];
    sum.count++;
    sum.l += point[0];
    sum.a += point[1];
    sum.b += point[2];
    sum.off += least;
  }
  return sums.map(({ count, l, a, b, off }, k) => {
    const mean: Point = count === 0 ? means[k] : [l / count, a / count, b / count];
    return { mean, count, off };
  });
}

function computeSquaredDistance(p: Point, q: Point): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}
