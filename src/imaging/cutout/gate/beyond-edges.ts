/**
 * What a search by colours may be trusted with: one thing on a ground that the picture's rim leads to everywhere. Houses, other cars, the
 * upper half of a dress that was left out lie beyond an edge, and a flood that ran through the object leaves its outline behind.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { floodFill, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { differenceIn, toCoarse } from './coarse.ts';

/** ΔE between neighbours over which a ground goes on: times its own grain, within bounds. */
const GRAINS = 2;
const [LEAST_STEP, MOST_STEP] = [5, 8];
/** Share of its outline made by the object from which a place is seen through it: between legs, under a handle. */
const SEEN_THROUGH = 0.6;
/** ΔE between the means of such a place and of the ground. */
const SAME = 9;

/** What lies outside of the mask and is not led to from the rim, as a share of the object. */
export function beyondEdges(lab: Lab, mask: Mask): number {
  const { lab: coarse, object } = toCoarse(lab, mask);
  const { width } = coarse;
  const near = nearEdge(object, 1);
  const isOutside = (i: number) => object.data[i] === 0 && near[i] === 0;
  const reached = reachedFromRim(coarse, isOutside);
  const ground = meanColour(coarse, (i) => reached[i] === 1);
  const { labels, sizes } = labelComponents(coarse, (i) => isOutside(i) && reached[i] === 0);
  const parts = sizes.map(() => ({ outline: 0, byObject: 0, l: 0, a: 0, b: 0 }));
  labels.forEach((label, i) => {
    if (label === 0) return;
    const part = parts[label];
    part.l += coarse.l[i] / sizes[label];
    part.a += coarse.a[i] / sizes[label];
    part.b += coarse.b[i] / sizes[label];
    for (const step of [-1, 1, -width, width]) {
      if (labels[i + step] === label) continue;
      part.outline++;
      if (!isOutside(i + step)) part.byObject++;
    }
  });
  const isSeenThrough = ({ outline, byObject, l, a, b }: (typeof parts)[number]) =>
    byObject >= SEEN_THROUGH * outline && Math.hypot(l - ground.l, a - ground.a, b - ground.b) < SAME;
  const beyond = sizes.reduce((sum, size, label) => (isSeenThrough(parts[label]) ? sum : sum + size), 0);
  const area = object.data.reduce((sum, value) => sum + (value >> 7), 0);
  return area === 0 ? 1 : beyond / area;
}

function reachedFromRim(lab: Lab, isOutside: (index: number) => boolean): Uint8Array {
  const { width, height } = lab;
  const difference = differenceIn(lab);
  const most = measureGrainStep(lab, isOutside);
  const reached = new Uint8Array(width * height);
  const queue = new Int32Array(reached.length);
  let count = 0;
  const joins = (at: number, from: number) => {
    if (reached[at] !== 0 || !isOutside(at) || difference(at, from) > most) return false;
    reached[at] = 1;
    return true;
  };
  const begin = (at: number) => {
    if (joins(at, at)) queue[count++] = at;
  };
  for (let x = 0; x < width; x++) for (const at of [x, (height - 1) * width + x]) begin(at);
  for (let y = 0; y < height; y++) for (const at of [y * width, (y + 1) * width - 1]) begin(at);
  floodFill(lab, { queue, count }, joins);
  return reached;
}

/** The ground's grain: the middle one of the differences between neighbours. */
function measureGrainStep(lab: Lab, isOutside: (index: number) => boolean): number {
  const difference = differenceIn(lab);
  const steps: number[] = [];
  for (let i = 0; i < lab.l.length - 1; i += 3)
    if (isOutside(i) && isOutside(i + 1)) steps.push(difference(i, i + 1));
  const grain = steps.sort((p, q) => p - q)[steps.length >> 1] ?? 0;
  return Math.min(MOST_STEP, Math.max(LEAST_STEP, GRAINS * grain));
}

function meanColour({ l, a, b }: Lab, is: (index: number) => boolean) {
  const sum = { l: 0, a: 0, b: 0 };
  let count = 0;
  for (let i = 0; i < l.length; i++) {
    if (!is(i)) continue;
    count++;
    sum.l += l[i];
    sum.a += a[i];
    sum.b += b[i];
  }
  return { l: sum.l / count, a: sum.a / count, b: sum.b / count };
}
