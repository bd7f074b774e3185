/**
 * One side of a plate's border. Going out from the number a line is looked for where brightness steps, a rim runs or the plate's ground
 * ends; what lies between must be the plate's own.
 */

import { TEXT } from '#imaging/plates/rectified-row.ts';
import type { Field, PlateNumber } from './field.ts';

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** On the strip: where it passes the number's middle, and how much it moves a pixel along. */
export interface Line {
  readonly at: number;
  readonly lean: number;
}

/** In heights of a character: how far the border may be, and up to where any distance is as likely. */
const REACH = { beside: 2.6, above: 0.85 };
const USUAL = { beside: 0.6, above: 0.4 };
/** What a height more than usual costs: plates have blank ends, but hardly any blank rows. */
const FAR = { beside: 0.5, above: 8 };
/** Where nothing is seen the border is assumed there. */
const UNSEEN = 0.28;
const NEAREST = 0.08;
/** Pixels by which both ends of the line may be off, one out and one in. */
const TILT = { beside: 4, above: 6 };
/** Pixels of the strip between two samples along the side. */
const STRIDE = { beside: 1, above: 3 };
/** Worth of a step of brightness, of a rim, of the end of the plate's ground; cost of a height that is not the plate's. */
const [STEP, RIM, END, GAP] = [1.2, 2.2, 1.5, 4];
const LEAST = 0.6;
/** Pixels of the strip the line is drawn in, as covers reach beyond a plate's quad; a rim is that much inside of the border. */
const INSET = { edge: 1.3, rim: 0.2 };

/** The side seen from the number: `bright` by distance outward, then along the side. */
interface View {
  readonly count: number;
  readonly bright: readonly Float32Array[];
  /** Share at each distance that is the plate's, and that is blue. */
  readonly own: number[];
  readonly blue: readonly number[];
  /** Half of the side's length. */
  readonly half: number;
}

export function sideLine(field: Field, number: PlateNumber, side: Side): Line {
  const axis = side === 'left' || side === 'right' ? 'beside' : 'above';
  const sign = side === 'right' || side === 'bottom' ? 1 : -1;
  const view = buildSideView(field, number, side);
  const band = bandIn(view, axis === 'beside' ? BAND : REACH.above);
  let best = { distance: UNSEEN * TEXT, inset: INSET.edge, off: 0, score: LEAST };
  let inside = 0;
  for (let d = 1; d < REACH[axis] * TEXT; d++) {
    inside += view.own[d - 1];
    if (d < NEAREST * TEXT || (band !== null && d < band.to - 1)) continue;
    const seen = edgeAt(view, d, { contrast: number.contrast, most: Math.min(TILT[axis], d) });
    const ends = Math.max(
      0,
      measureFall(view.own, d),
      band !== null && d < band.to + 3 ? measureFall(view.blue, d) : 0,
    );
    const blank = d - (band === null ? 0 : band.to - band.from);
    const score =
      seen.worth +
      END * ends -
      GAP * Math.max(0, (d - inside) / TEXT - 0.1) -
      FAR[axis] * Math.max(0, blank / TEXT - USUAL[axis]);
    if (score > best.score)
      best = { distance: d, inset: seen.isRim ? INSET.rim : INSET.edge, off: seen.off, score };
  }
  // The number's box ends between pixels, a view's rows are pixels.
  const at = number[side] + sign * (best.distance - 0.5 - best.inset) + 0.5;
  return { at, lean: (sign * best.off) / view.half };
}

function buildSideView(field: Field, number: PlateNumber, side: Side): View {
  const { left, right, top, bottom } = number;
  const isUpright = side === 'left' || side === 'right';
  const sign = side === 'right' || side === 'bottom' ? 1 : -1;
  const axis = isUpright ? 'beside' : 'above';
  const [first, last] = isUpright ? [top - 2, bottom + 2] : [left, right];
  const index = (d: number, along: number) => {
    const across = Math.round(number[side] + sign * d);
    const [x, y] = isUpright ? [across, Math.round(along)] : [Math.round(along), across];
    const column = Math.min(field.width - 1, Math.max(0, x - field.x));
    return Math.min(field.height - 1, Math.max(0, y - field.y)) * field.width + column;
  };
  const spots: number[] = [];
  for (let along = first; along < last; along += STRIDE[axis]) spots.push(along);
  const reach = isUpright ? [0.75, 0.9] : [1.3, 1.5];
  const beyond = reach.flatMap((by) => [first - by * TEXT, last + by * TEXT]);
  const distances = Array.from({ length: Math.ceil((REACH[axis] + 0.6) * TEXT) }, (_, d) => d);
  // A blue field ends where the plate does; a blue car goes on, and is less blue.
  const car = beyond
    .flatMap((along) => distances.map((d) => field.blue[index(d, along)]))
    .sort((a, b) => a - b);
  const bluest = Math.max(LEAST_BLUE, DEEPER * car[car.length >> 1]);
  const share = (d: number, is: (at: number) => boolean) =>
    spots.filter((along) => is(index(d, along))).length / spots.length;
  const isBlue = (at: number) => field.blue[at] > bluest;
  return {
    count: spots.length,
    bright: distances.map((d) => Float32Array.from(spots, (along) => field.bright[index(d, along)])),
    own: distances.map((d) => share(d, (at) => field.ground[at] === 1 && !isBlue(at))),
    blue: distances.map((d) => share(d, isBlue)),
    half: (last - first) / 2,
  };
}

/** How blue a plate's field is at least, and how many times as blue as the car. */
const LEAST_BLUE = 0.15;
const DEEPER = 1.35;

/** In heights of a character: the widest blue field, and the farthest from the number. */
const BAND = 0.85;
const BAND_FROM = 1.6;
const NARROWEST = 4;

/** The blue field is the plate's own, with whatever stands between it and the number; what lies beyond it is not. */
function bandIn({ blue, own }: View, widest: number): { from: number; to: number } | null {
  const isIn = (d: number) => blue[d] > 0.3;
  let from = blue.findIndex((_, d) => isIn(d));
  while (from >= 0 && from < BAND_FROM * TEXT) {
    let to = from;
    while (to < blue.length && isIn(to)) to += 1;
    if (to - from > widest * TEXT || to === blue.length) return null;
    if (to - from >= NARROWEST) {
      own.fill(1, 0, to).fill(0, to + 2);
      return { from, to };
    }
    const next = blue.findIndex((_, d) => d > to && isIn(d));
    from = next;
  }
  return null;
}

/** Shares just inside of a place less those outside. */
function measureFall(shares: readonly number[], d: number): number {
  const mean = (from: number, to: number) => {
    let sum = 0;
    for (let n = from; n < to; n++) sum += shares[Math.max(0, Math.min(shares.length - 1, n))];
    return sum / (to - from);
  };
  return mean(d - 4, d - 1) - mean(d + 2, d + 8);
}

/** The clearest line through a distance, at any tilt: a step of brightness across it, or a thin dark line. */
function edgeAt(
  { bright, count }: View,
  d: number,
  { contrast, most }: { contrast: number; most: number },
): { readonly worth: number; readonly off: number; readonly isRim: boolean } {
  let step = { share: 0, off: 0 };
  let rim = { share: 0, off: 0 };
  const last = bright.length - 1;
  for (let off = -most; off <= most; off++) {
    let [sum, thin] = [0, 0];
    for (let n = 0; n < count; n++) {
      const at = d + Math.round(off * ((2 * n + 1) / count - 1));
      const value = (by: number) => bright[Math.max(0, Math.min(last, at + by))][n];
      sum += Math.max(-contrast, Math.min(contrast, value(1) - value(-1)));
      const deep = Math.min(value(2), value(-2)) - value(0);
      thin += Math.max(-0.3 * contrast, Math.min(contrast, deep));
    }
    const [across, line] = [Math.abs(sum) / count / contrast, thin / count / contrast];
    if (across > step.share) step = { share: across, off };
    if (line > rim.share) rim = { share: line, off };
  }
  const [edge, line] = [STEP * Math.min(0.7, step.share), RIM * Math.min(0.6, rim.share)];
  const isRim = line > edge;
  return {
    worth: Math.max(edge, line) + 0.3 * Math.min(edge, line),
    off: isRim ? rim.off : step.off,
    isRim,
  };
}
