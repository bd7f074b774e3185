import { MOST_POINTS, type Stroke } from '#domain/recipes/cutout.ts';
import type { Point, Size } from '#domain/recipes/geometry.ts';
import { clampToPicture } from '#web/editor/cutout/box.ts';

/** Diameter in percent of the picture's long side, as the slider says it. */
export const BRUSH = { least: 1, most: 20, first: 5 } as const;

export function strokeAt(kind: Stroke['kind'], diameter: number, at: Point): Stroke {
  return { kind, radius: diameter / 200, points: [roundPoint(at)] };
}

/** The stroke drawn on; places that its width makes no difference between are left out. */
export function drawnOn(stroke: Stroke, way: readonly Point[], picture: Size): Stroke {
  const long = Math.max(picture.width, picture.height);
  const points = [...stroke.points];
  for (const point of way) {
    const last = points.at(-1);
    const next = roundPoint(point);
    if (points.length >= MOST_POINTS || last === undefined) break;
    const way = Math.hypot((next.x - last.x) * picture.width, (next.y - last.y) * picture.height);
    if (way >= (stroke.radius * long) / 2) points.push(next);
  }
  return points.length === stroke.points.length ? stroke : { ...stroke, points };
}

/** Finer than any mask, short on the wire. */
function roundPoint(at: Point): Point {
  const { x, y } = clampToPicture(at);
  return { x: Math.round(x * 10_000) / 10_000, y: Math.round(y * 10_000) / 10_000 };
}
