import type { Point } from '#domain/recipes/geometry.ts';
import type { Mask } from './mask.ts';

/** Of a photo that is straightened a box around these is hardly larger than one around the object. */
const DIRECTIONS = 48;

/** Points around the object, as shares of the photo's sides: the farthest in each direction. Null where there is none. */
export function getOutline({ data, width, height }: Mask): Point[] | null {
  const ends: Point[] = [];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((value) => value > 127);
    if (first < 0) continue;
    const last = row.findLastIndex((value) => value > 127);
    for (const x of [first, last + 1]) ends.push({ x, y }, { x, y: y + 1 });
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
