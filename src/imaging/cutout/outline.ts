import type { Point } from '#domain/recipes/geometry.ts';
import { computeMaskBounds, type Mask } from './mask.ts';
import { readFrameContact } from './wheels/frame-contact.ts';

/** Directions in which points are taken: around these the box of a straightened photo is hardly larger than the object's. */
const DIRECTIONS = 48;
/** Share of a side of the photo: no more of the object than that is an aerial or a strap. */
const THIN = 0.02;
/** Longest that an aerial or a strap may be, as a share of the object. */
const LONGEST = 0.2;
/** Share of the photo's height between its edge and a sole that touches it: it is no longer at the edge. */
const SOLE = 0.007;

/**
 * Returns points around the object, as shares of the photo's sides: the farthest in each direction; null where there is no object. A part
 * that is thin where it leaves the photo does not count: a car is not cut off by its aerial, and not by a tyre that touches the edge.
 */
export function getOutline(mask: Mask): Point[] | null {
  const { data, width, height } = mask;
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (data[i] > 127) {
        rows[y] = rows[y] + 1;
        columns[x] = columns[x] + 1;
      }
  const [top, end] = withoutThinEnds(rows, THIN * width);
  const bottom = end === height && standsOnEdge(mask) ? height - Math.ceil(SOLE * height) : end;
  const [left, right] = withoutThinEnds(columns, THIN * height);
  const ends: Point[] = [];
  for (let y = top; y < bottom; y++) {
    const row = data.subarray(y * width + left, y * width + right);
    const first = row.findIndex((value) => value > 127);
    if (first < 0) continue;
    const last = row.findLastIndex((value) => value > 127);
    for (const x of [left + first, left + last + 1]) ends.push({ x, y }, { x, y: y + 1 });
  }
  const [any] = ends;
  if (any === undefined) return null;
  return Array.from({ length: DIRECTIONS }, (_, n) => {
    const angle = (2 * Math.PI * n) / DIRECTIONS;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    const far = ends.reduce((a, b) => (b.x * across + b.y * down > a.x * across + a.y * down ? b : a), any);
    return { x: far.x / width, y: far.y / height };
  });
}

/** True when the object's sole alone touches the photo's lower edge. */
function standsOnEdge(mask: Mask): boolean {
  const { data, width, height } = mask;
  const box = computeMaskBounds(mask);
  const isObject = (x: number, y: number) => data[y * width + x] > 127;
  return box !== null && readFrameContact({ isObject, box, last: height - 1 }) === 'sole';
}

/** Returns the range from the first to after the last place that counts. `counts`: pixels of the object in each row or column. */
function withoutThinEnds(counts: Uint32Array, thin: number): [number, number] {
  const most = LONGEST * (counts.findLastIndex((n) => n > 0) - counts.findIndex((n) => n > 0));
  const last = counts.length - 1;
  const start = counts.findIndex((n) => n > thin);
  const end = counts.findLastIndex((n) => n > thin);
  const hasThinStart = counts[0] > 0 && start > 0 && start <= most;
  const hasThinEnd = counts[last] > 0 && end >= 0 && last - end > 0 && last - end <= most;
  return [hasThinStart ? start : 0, hasThinEnd ? end + 1 : counts.length];
}
