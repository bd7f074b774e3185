/** The projective map between a rectangle seen from the front and its four corners in a picture. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import type { Matrix } from '#imaging/pixels/matrix.ts';

/** Maps (x, y, 1) to (X·w, Y·w, w); the inverse maps back. Negative w: behind the plate's horizon. */
export type Homography = Matrix;

/** From the unit square (0,0 – 1,1) to a convex quad (Heckbert's closed form). */
export function ontoQuad([p0, p1, p2, p3]: Quad): Homography {
  const sx = p0.x - p1.x + p2.x - p3.x;
  const sy = p0.y - p1.y + p2.y - p3.y;
  const dx1 = p1.x - p2.x;
  const dy1 = p1.y - p2.y;
  const dx2 = p3.x - p2.x;
  const dy2 = p3.y - p2.y;
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const [a, b] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x];
  const [d, e] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y];
  return [a, b, p0.x, d, e, p0.y, g, h, 1];
}

export function projectPoint([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}
