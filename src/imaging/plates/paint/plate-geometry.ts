/** A plate's place in a picture, as its covers need it. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { plateShape } from '#domain/recipes/plates.ts';
import { invertMatrix } from '#imaging/pixels/matrix.ts';
import type { Raw, Rgb, Size } from '#imaging/pixels/raw.ts';
import { type Homography, ontoQuad } from '#imaging/plates/homography.ts';

/** Colour at a place of the plate as seen from the front: x 0 – shape, y 0 – 1 (heights of the plate). */
export type Paint = (x: number, y: number) => Rgb;

/** A plate in the picture's pixels. */
export interface PlateGeometry {
  readonly quad: Quad;
  /** Width ÷ height as seen from the front. */
  readonly shape: number;
  /** Pixels of the picture per height of the plate. */
  readonly pixels: number;
  /** From pixels to the unit square. */
  readonly front: Homography;
}

/** Null: it has no area there. `quad`: shares of the picture. */
export function plateGeometry({ width, height }: Size, quad: Quad): PlateGeometry | null {
  const at = ({ x, y }: Point): Point => ({ x: x * width, y: y * height });
  const [a, b, c, d] = [at(quad[0]), at(quad[1]), at(quad[2]), at(quad[3])];
  const side = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);
  const pixels = (side(a, d) + side(b, c)) / 2;
  const front = invertMatrix(ontoQuad([a, b, c, d]));
  if (!front.every(Number.isFinite) || pixels === 0) return null;
  return { quad: [a, b, c, d], shape: plateShape((side(a, b) + side(c, d)) / 2, pixels), pixels, front };
}

/** Pixels that the plate may touch, whole and within the picture. */
export function computePlateBounds({ width, height }: Size, { quad }: PlateGeometry, reach: number) {
  const xs = quad.map(({ x }) => x);
  const ys = quad.map(({ y }) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - reach)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + reach)),
    top: Math.max(0, Math.floor(Math.min(...ys) - reach)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + reach)),
  };
}

/** Goes over the picture's pixels that lie on the plate; `at`: the pixel's first value, `u` and `v`: shares 0–1 across and down the plate. */
export function visitPixels(
  picture: Raw,
  plate: PlateGeometry,
  visit: (at: number, u: number, v: number) => void,
): void {
  const { width, channels } = picture;
  const [a, b, c, d, e, f, g, h, i] = plate.front;
  const { left, right, top, bottom } = computePlateBounds(picture, plate, 0);
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const w = g * column + h * row + i;
      const u = (a * column + b * row + c) / w;
      const v = (d * column + e * row + f) / w;
      if (w > 0 && u >= 0 && u <= 1 && v >= 0 && v <= 1) visit((row * width + column) * channels, u, v);
    }
  }
}
