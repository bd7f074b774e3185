/** Covers of confirmed licence plates: burned into the picture before any resize, never a light blur. */
import type { Point, Quad } from './geometry.ts';

export const PLATE_COVERS = ['off', 'solid', 'pixelated', 'logo'] as const;

export interface PlateCover {
  readonly kind: (typeof PLATE_COVERS)[number];
  /** Six hex digits: the solid cover, and what lies under a logo. */
  readonly colour: string;
  /** Own picture laid into the plate in perspective (kind logo). */
  readonly photoId: string | null;
}

export const DEFAULT_PLATE_COVER: PlateCover = { kind: 'solid', colour: 'd9d9d9', photoId: null };

/** Plates of one photo: a row of parked cars has them all. */
export const MOST_PLATES = 20;

/** Least share of the picture's area; a smaller cover would hide nothing. */
const LEAST_AREA = 1e-6;

/** Corners that go round clockwise without crossing or folding: the only shape a plate can have in a photo. */
export function isPlate(quad: Quad): boolean {
  const turns = quad.map((corner, i) =>
    cross(corner, quad[(i + 1) % 4] as Point, quad[(i + 2) % 4] as Point),
  );
  return turns.every((turn) => turn > 0) && areaOf(quad) >= LEAST_AREA;
}

/** Twice the signed area of a triangle; above 0 when its corners go clockwise on the screen. */
function cross(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

/** Share of the picture's area. */
function areaOf([a, b, c, d]: Quad): number {
  return (cross(a, b, c) + cross(a, c, d)) / 2;
}

/** Width ÷ height of the real plate: one line is 520 × 110 mm, two lines 280 × 200 mm, whatever the view squeezes. */
export function plateShape(width: number, height: number): number {
  return width / height >= 2.2 ? 520 / 110 : 280 / 200;
}
