/** Starts for GrabCut: a guess per pixel at what is object, from different ideas of where objects are. */
import type { Box, Point } from '#domain/recipes/geometry.ts';
import type { Size } from '#imaging/pixels/raw.ts';
import { MAYBE_BACKGROUND, MAYBE_OBJECT, SURE_BACKGROUND, SURE_OBJECT } from './grabcut.ts';
import type { Mask } from './mask.ts';

/** In the middle, a little low: an ellipse of 80 × 72 %; the rim, wider at the top, is background. */
export function ellipseSeed({ width, height }: Size): Uint8Array {
  return buildLabels({ width, height }, (x, y) => {
    if (x < 0.03 || x > 0.97 || y > 0.97 || y < 0.12) return SURE_BACKGROUND;
    return Math.hypot((x - 0.5) / 0.4, (y - 0.54) / 0.36) < 1 ? MAYBE_OBJECT : MAYBE_BACKGROUND;
  });
}

/** Salient pixels are object; only the part of the rim that is not salient is excluded. */
export function salientSeed(salient: Mask): Uint8Array {
  const limit = computeOtsuThreshold(salient.data);
  return buildLabels(salient, (x, y, i) => {
    const value = salient.data[i];
    if (value > limit) return MAYBE_OBJECT;
    const inRim = Math.min(x, y, 1 - x, 1 - y) < 0.015;
    return inRim && value < limit * 0.35 ? SURE_BACKGROUND : MAYBE_BACKGROUND;
  });
}

/** Inside the convex hull of what another start found: wheels and panes belong to the body that was seen. */
export function hullSeed(found: Mask): Uint8Array {
  const hull = computeConvexHull(found);
  const margin = 0.06;
  const { width, height } = found;
  const long = Math.max(width, height);
  return buildLabels(found, (x, y) => {
    const away = distanceOutside(hull, x * width, y * height) / long;
    return away <= 0 ? MAYBE_OBJECT : away < margin ? MAYBE_BACKGROUND : SURE_BACKGROUND;
  });
}

/** All of the person's box. */
export function boxSeed(size: Size, box: Box): Uint8Array {
  return buildLabels(size, (x, y) => (isIn(box, x, y) ? MAYBE_OBJECT : SURE_BACKGROUND));
}

/** The middle of the person's box for certain; its corners rather not. */
export function coreSeed(size: Size, box: Box): Uint8Array {
  return buildLabels(size, (x, y) => {
    if (!isIn(box, x, y)) return SURE_BACKGROUND;
    const away = Math.hypot(
      (x - box.x - box.width / 2) / box.width,
      (y - box.y - box.height / 2) / box.height,
    );
    return away < 0.2 ? SURE_OBJECT : away < 0.52 ? MAYBE_OBJECT : MAYBE_BACKGROUND;
  });
}

/** The same labels, but nothing outside of the box is object. */
export function limitLabelsToBox(box: Box, size: Size, labels: Uint8Array): Uint8Array {
  return buildLabels(size, (x, y, i) => (isIn(box, x, y) ? labels[i] : SURE_BACKGROUND));
}

function isIn(box: Box, x: number, y: number): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

/** x and y: the pixel's middle as shares of the sides. */
function buildLabels(
  { width, height }: Size,
  label: (x: number, y: number, index: number) => number,
): Uint8Array {
  const labels = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) labels[i] = label((x + 0.5) / width, (y + 0.5) / height, i);
  }
  return labels;
}

/** Otsu's threshold of bytes. */
function computeOtsuThreshold(bytes: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of bytes) counts[value] = counts[value] + 1;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, sum, best, limit] = [0, 0, 0, 0];
  for (let value = 0; value < 255; value++) {
    below += counts[value];
    sum += value * counts[value];
    const above = bytes.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sum / below - (total - sum) / above) ** 2;
    if (between > best) [best, limit] = [between, value];
  }
  return limit;
}

/** Corners of the convex hull in pixels, clockwise as seen (Andrew's monotone chain over each row's ends). */
function computeConvexHull({ data, width, height }: Mask): Point[] {
  const ends: Point[] = [];
  for (let x = 0; x < width; x++) {
    let [top, bottom] = [-1, -1];
    for (let y = 0; y < height; y++) {
      if (data[y * width + x] <= 127) continue;
      if (top < 0) top = y;
      bottom = y;
    }
    if (top >= 0)
      ends.push({ x, y: top }, { x, y: bottom + 1 }, { x: x + 1, y: top }, { x: x + 1, y: bottom + 1 });
  }
  ends.sort((p, q) => p.x - q.x || p.y - q.y);
  const chain = (points: readonly Point[]) => {
    const half: Point[] = [];
    for (const point of points) {
      while (half.length > 1 && computeCrossProduct(half.at(-2) as Point, half.at(-1) as Point, point) <= 0)
        half.pop();
      half.push(point);
    }
    return half.slice(0, -1);
  };
  return [...chain(ends), ...chain(ends.reverse())];
}

function computeCrossProduct(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Pixels from a convex polygon's nearest side line, 0 or less inside. */
function distanceOutside(hull: readonly Point[], x: number, y: number): number {
  let most = hull.length === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (let i = 0; i < hull.length; i++) {
    const [a, b] = [hull[i], hull[(i + 1) % hull.length]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    most = Math.max(most, -computeCrossProduct(a, b, { x, y }) / length);
  }
  return most;
}
