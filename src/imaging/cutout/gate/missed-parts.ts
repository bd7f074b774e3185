/**
 * Parts of the object beside the cut-out that were left out: the head over a collar, a wing, the glass of a car. The engine followed a
 * clear edge there, but one within the object.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { computeAreaShare, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { type Colour, computePalette } from '#imaging/cutout/palette.ts';
import type { Size } from '#imaging/pixels/raw.ts';

/** Every other pixel of a mask says as much. */
const STEP = 2;
/** In √ of the object's area: what is farther than that is ground, what is nearer may be a part of the object. */
const REACH = 0.6;
/** Steps beside the edge where pixels are half object. */
const EDGE = 2;
/** Share of the picture's shorter side that is ground as well, wherever the object is not. */
const RIM = 0.06;
/** ΔE from every colour of the ground, and how many times that colour's own spread. */
const FOREIGN = 8;
const SPREADS = 1.8;
/** ΔE of colour alone within which something darker is the ground's shadow. */
const SHADOW = 9;
/** Steps between two pieces of one part: hair, eyes, a beard. */
const GAP = 2;
/** ΔE across an outline that an eye follows, and the share of it that must be seen: a blurred ground has none. */
const SEEN = 7;
const LEAST_SEEN = 0.5;
/** Least contact of a part with the object: (pixels that touch it)² for each of the part's pixels. */
const LEAST_TOUCH = 2;

/** The largest such part as a share of the object; 0 where there is none. */
export function missedParts(lab: Lab, mask: Mask): number {
  const grid: Size = { width: Math.floor(mask.width / STEP), height: Math.floor(mask.height / STEP) };
  const offsetOf = (i: number) => STEP * (Math.floor(i / grid.width) * mask.width + (i % grid.width));
  const away = stepsAway(grid, (i) => mask.data[offsetOf(i)] > 127);
  const area = computeAreaShare(mask) * away.length;
  const ground = listGroundPixels(grid, away, REACH * Math.sqrt(area)).map(offsetOf);
  const palette = computePalette(lab, ground);
  if (palette.length === 0 || area === 0) return 0;
  const isNear = (steps: number) => steps > EDGE && steps <= REACH * Math.sqrt(area);
  const foreign = Uint8Array.from(away, (steps, i) =>
    isNear(steps) && isForeign(lab, offsetOf(i), palette) ? 255 : 0,
  );
  const isEdgeSeen = (inside: number, outside: number) =>
    computeDeltaEAt(lab, offsetOf(inside), offsetOf(outside)) > SEEN;
  return largestPart({ ...grid, data: foreign }, away, isEdgeSeen) / area;
}

/** City blocks from each place to the object, 0 within it. */
function stepsAway({ width, height }: Size, isObject: (index: number) => boolean): Float32Array {
  const away = Float32Array.from({ length: width * height }, (_, i) => (isObject(i) ? 0 : width + height));
  const closer = (at: number, from: number) => {
    away[at] = Math.min(away[at], away[from] + 1);
  };
  for (let i = 0; i < away.length; i++) {
    if (i % width > 0) closer(i, i - 1);
    if (i >= width) closer(i, i - width);
  }
  for (let i = away.length - 1; i >= 0; i--) {
    if (i % width < width - 1) closer(i, i + 1);
    if (i < away.length - width) closer(i, i + width);
  }
  return away;
}

function listGroundPixels({ width, height }: Size, away: Float32Array, far: number): number[] {
  const rim = Math.max(2, RIM * Math.min(width, height));
  const ground: number[] = [];
  for (let i = 0; i < away.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inRim = Math.min(x, y, width - 1 - x, height - 1 - y) < rim;
    if (away[i] > (inRim ? EDGE : far)) ground.push(i);
  }
  return ground;
}

/** Not one of the ground's colours, nor as that is in a shadow, which takes colour away with the light. */
function isForeign({ l, a, b }: Lab, at: number, palette: readonly Colour[]): boolean {
  const [light, red, yellow] = [l[at], a[at], b[at]];
  return palette.every((one) => {
    const part = light / Math.max(1, one.l);
    if (part < 1 && Math.hypot(red - part * one.a, yellow - part * one.b) < SHADOW) return false;
    const off = Math.hypot(light - one.l, red - one.a, yellow - one.b);
    return off > Math.max(FOREIGN, SPREADS * one.spread);
  });
}

function computeDeltaEAt({ l, a, b }: Lab, p: number, q: number): number {
  return Math.hypot(l[p] - l[q], a[p] - a[q], b[p] - b[q]);
}

/** Pixels of the largest one that touches the object, has an outline of its own and is whole in the picture. */
function largestPart(
  foreign: Mask,
  away: Float32Array,
  isEdgeSeen: (inside: number, outside: number) => boolean,
): number {
  const { data, width } = foreign;
  const around = nearEdge(foreign, GAP);
  const { labels, sizes, touches } = labelComponents(foreign, (i) => away[i] > 0 && data[i] + around[i] > 0);
  const parts = sizes.map(() => ({ pixels: 0, touch: 0, edge: 0, seen: 0 }));
  labels.forEach((label, i) => {
    if (label === 0 || touches[label]) return;
    const part = parts[label];
    if (away[i] <= EDGE) part.touch++;
    if (data[i] === 0) return;
    part.pixels++;
    for (const step of [-1, 1, -width, width]) {
      if (data[i + step] !== 0 || away[i + step] <= EDGE) continue;
      part.edge++;
      if (isEdgeSeen(i - step, i + 2 * step)) part.seen++;
    }
  });
  const counted = parts.filter(
    ({ pixels, touch, edge, seen }) => touch ** 2 > LEAST_TOUCH * pixels && seen >= LEAST_SEEN * edge,
  );
  return Math.max(0, ...counted.map(({ pixels }) => pixels));
}
