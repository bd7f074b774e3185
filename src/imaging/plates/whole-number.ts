/** A number found in parts: a shadow, a hyphen or a seal parts its row, so what stands on the same line joins the suggestion. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { isPlate } from '#domain/recipes/plates.ts';
import type { Size } from '#imaging/pixels/raw.ts';

interface Part {
  readonly quad: Quad;
  readonly score: number;
}

/** A part may be much less sure than the whole. */
const LEAST = -3;
/** In heights of the plate: the gap between two parts, how far off the line, and the longest plate. */
const GAP = 0.8;
const OFF = 0.2;
const LONGEST = 5.6;

/** The suggestion, as wide as the parts on its line; quads in shares of the picture's sides. */
export function wholeNumber(quad: Quad, parts: readonly Part[], { width, height }: Size): Quad {
  let [a, b, c, d] = quad;
  const pixels = ({ x, y }: Point): Point => ({ x: x * width, y: y * height });
  const middle = (p: Point, q: Point): Point => pixels({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
  const apart = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);
  const tallOf = ([p, q, r, s]: Quad) => (apart(pixels(p), pixels(s)) + apart(pixels(q), pixels(r))) / 2;
  const [from, to] = [middle(a, d), middle(b, c)];
  const long = apart(from, to);
  const tall = tallOf(quad);
  const along = (p: Point) => ((p.x - from.x) * (to.x - from.x) + (p.y - from.y) * (to.y - from.y)) / long;
  const off = (p: Point) =>
    Math.abs((p.x - from.x) * (to.y - from.y) - (p.y - from.y) * (to.x - from.x)) / long;
  let [first, last] = [0, long];
  const sure = parts.filter(({ score }) => score > LEAST).sort((one, other) => other.score - one.score);
  for (const { quad: part } of sure) {
    const [start, end] = [middle(part[0], part[3]), middle(part[1], part[2])];
    const ratio = tallOf(part) / tall;
    // The line is less sure the farther away it is.
    const loose = (p: Point) => OFF * tall + 0.08 * Math.max(0, -along(p), along(p) - long);
    if (ratio < 0.75 || ratio > 1.33 || off(start) > loose(start) || off(end) > loose(end)) continue;
    const [left, right] = [along(start), along(end)];
    if (left > last + GAP * tall || right < first - GAP * tall) continue;
    if (Math.max(last, right) - Math.min(first, left) > LONGEST * tall) continue;
    if (left < first - 0.3 * tall) [a, d, first] = [part[0], part[3], left];
    if (right > last + 0.3 * tall) [b, c, last] = [part[1], part[2], right];
  }
  return isPlate([a, b, c, d]) ? [a, b, c, d] : quad;
}
