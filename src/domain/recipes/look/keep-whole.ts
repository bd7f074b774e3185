import { isOtherGround } from '#domain/recipes/background.ts';
import { computeFraming, type Framing, isCutByCrop, toFramed, type Wishes } from '#domain/recipes/framing.ts';
import { boxAround, type Point, type Size, WHOLE } from '#domain/recipes/geometry.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { getCutSides, isCutOff } from './cut-sides.ts';

/** Share of a side between the object and the edge of its framed photo: enough for it not to count as cut off there. */
const AIR = 0.01;

/**
 * Returns the framing with as much beyond the straightened photo as its object needs: another ground shows nothing of the photo but that.
 * Where the photo itself, or the crop, cuts it off, the framing stays. `points`: around the object on the upright photo.
 */
export function keepObjectWhole(framing: Framing, points: readonly Point[]): Framing {
  const { crop } = framing;
  const isCropped = crop.width !== WHOLE.width || crop.height !== WHOLE.height;
  if (framing.angle === 0 || isCropped || isCutOff(getCutSides(boxAround(points)))) return framing;
  const box = boxAround(points.map((at) => toFramed(framing, at)));
  const [left, top] = [Math.min(0, box.x - AIR), Math.min(0, box.y - AIR)];
  const [right, bottom] = [Math.max(1, box.x + box.width + AIR), Math.max(1, box.y + box.height + AIR)];
  if (left === 0 && top === 0 && right === 1 && bottom === 1) return framing;
  return { ...framing, crop: { x: left, y: top, width: right - left, height: bottom - top } };
}

/** Share of a side that an object must have beyond it in the crop not to count as cut off there. */
const LEAST_AIR = 0.005;

/**
 * Returns the recipe with its ratio reached by margins where the crop would cut an object off that the photo shows whole and that stands
 * on another ground: the ground goes on around it. So it does where it shows what straightening took off. A crop drawn by hand stays.
 * `recipe`: as the photo gets it (`recipeFor`); `isCut`: a new ground may lie behind the object.
 */
export function keepWholeInRatio(
  recipe: Recipe,
  upright: Size,
  { wishes, isCut }: { wishes: Wishes; isCut: boolean },
): Recipe {
  const { subject, exception } = wishes;
  if (!isCut || !isOtherGround(recipe.background) || subject === null || exception.crop !== null)
    return recipe;
  if (recipe.crop === 'original' || recipe.cropBy === 'margins') return recipe;
  if (isCutOff(getCutSides(boxAround(subject)))) return recipe;
  const framing = computeFraming(upright, recipe, wishes);
  const level = { ...framing, crop: WHOLE };
  const isGrown = keepObjectWhole(level, subject).crop !== level.crop;
  return isGrown || isCutByCrop(framing, subject, LEAST_AIR) ? { ...recipe, cropBy: 'margins' } : recipe;
}
