/** The plate's corners around a row of characters: where its edges show, and where they must be when they don't. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { findNumberEnds } from './ends.ts';
import type { Edge, PlateFeatures } from './plate-features.ts';
import { BASE, CAP, type RectifiedRow, TALL, TEXT } from './rectified-row.ts';

/** A plate's margins in heights of its characters. */
const ABOVE = 0.25;
const BESIDE = 0.3;
const BAND = 0.85;
/** The least that is left above and below the characters. */
const LEAST = 0.1;
/** An edge as strong as this is believed where it is. */
const CLEAR_STEP = 0.25;

/** Farther from the characters it is a holder's, or the recess's. */
const FARTHEST = 0.55;
const isEdge = ({ at, step }: Edge, from: number) =>
  step >= CLEAR_STEP && Math.abs(at - from) < FARTHEST * TEXT;

/** A line on the strip: the place at its start and at its end. */
type Line = readonly [number, number];

export function findPlateCorners(
  strip: RectifiedRow,
  { top, bottom, left, right }: PlateFeatures,
  band: boolean,
): Quad {
  const upper = fitSlantedEdge(strip, isEdge(top, CAP) ? top.at : CAP - ABOVE * TEXT);
  const lower = fitSlantedEdge(strip, isEdge(bottom, BASE) ? bottom.at : BASE + ABOVE * TEXT);
  const before = (band ? BAND : BESIDE) * TEXT;
  const first =
    left.step >= CLEAR_STEP && strip.left - left.at >= 0.6 * before ? left.at : strip.left - before;
  const last =
    right.step >= CLEAR_STEP && right.at - strip.right < 0.9 * TEXT ? right.at : strip.right + BESIDE * TEXT;
  const ends = findNumberEnds(strip);
  const start = ends.left < strip.left ? Math.min(first, ends.left - BESIDE * TEXT) : first;
  const end = ends.right > strip.right ? Math.max(last, ends.right + BESIDE * TEXT) : last;
  const at = (x: number, [near, far]: Line) =>
    near + ((far - near) * (x - strip.left)) / (strip.right - strip.left);
  // A line of small text beside the number is no edge of the plate, and none may run through the characters.
  const over = (x: number): Point => strip.pointAt(x, Math.min(at(x, upper), CAP - LEAST * TEXT));
  const under = (x: number): Point => strip.pointAt(x, Math.max(at(x, lower), BASE + LEAST * TEXT));
  return [over(start), over(end), under(end), under(start)];
}

/** The same edge looked for near both ends: in perspective it is not parallel to the characters. */
function fitSlantedEdge(strip: RectifiedRow, at: number): Line {
  const third = (strip.right - strip.left) / 3;
  const start = edgeNear(strip, at, { from: strip.left, to: strip.left + third });
  const end = edgeNear(strip, at, { from: strip.right - third, to: strip.right });
  // Each was found in the middle of its third; the line goes on to the ends.
  const rise = (end - start) / 4;
  return [start - rise, end + rise];
}

const REACH = 4;

function edgeNear(
  { data, width, contrast }: RectifiedRow,
  at: number,
  { from, to }: { from: number; to: number },
): number {
  let best = at;
  let strongest = 0.12 * (to - from) * contrast;
  for (let y = Math.max(1, Math.round(at) - REACH); y <= Math.min(TALL - 2, Math.round(at) + REACH); y++) {
    let sum = 0;
    for (let x = Math.round(from); x < to; x++) sum += data[(y + 1) * width + x] - data[(y - 1) * width + x];
    if (Math.abs(sum) > strongest) {
      strongest = Math.abs(sum);
      best = y + 0.5;
    }
  }
  return best;
}
