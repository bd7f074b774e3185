import type { Box } from '#domain/recipes/geometry.ts';

/** A box that ends this near to the photo's edge is cut off there. */
const BORDER = 0.005;

/** True on the sides of the photo that cut the object off. */
export interface CutSides {
  readonly left: boolean;
  readonly right: boolean;
  readonly top: boolean;
  readonly bottom: boolean;
}

export function getCutSides({ x, y, width, height }: Box): CutSides {
  return {
    left: x < BORDER,
    right: x + width > 1 - BORDER,
    top: y < BORDER,
    bottom: y + height > 1 - BORDER,
  };
}

export function isCutOff({ left, right, top, bottom }: CutSides): boolean {
  return left || right || top || bottom;
}
