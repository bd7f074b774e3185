/** The crop frame's boxes: shares of the whole picture in the recipe, per cent in the frame that is drawn. */
import { type Box, boxOfAspect, type Size, WHOLE } from '#domain/recipes/geometry.ts';
import { type CropRatio, cropAspect } from '#domain/recipes/recipe.ts';

export interface PercentBox {
  readonly unit: '%';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The recipe takes nothing smaller. */
export const LEAST = 0.01;

export function toPercent({ x, y, width, height }: Box): PercentBox {
  return { unit: '%', x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}

/** Within 0–1, to a ten-thousandth of a side; null for the whole picture, which needs no crop. */
export function toShares({ x, y, width, height }: Omit<PercentBox, 'unit'>): Box | null {
  const side = (from: number, length: number) => {
    const start = Math.min(1 - LEAST, Math.max(0, from / 100));
    const size = Math.min(1 - start, Math.max(LEAST, length / 100));
    return [Math.round(start * 1e4) / 1e4, Math.round(size * 1e4) / 1e4] as const;
  };
  const [left, across] = side(x, width);
  const [top, down] = side(y, height);
  if (across >= 0.999 && down >= 0.999) return null;
  return { x: left, y: top, width: across, height: down };
}

/** Where the frame stands when nothing was drawn yet: the recipe's ratio in the middle. `whole`: any size of the right shape. */
export function startingBox(whole: Size, ratio: CropRatio): Box {
  const aspect = cropAspect(ratio);
  return aspect === null ? WHOLE : boxOfAspect(whole, aspect);
}
