/** Works out what the steps of the pipeline need before a pixel is read: the recipe as one photo gets it, and where everything ends up. */
import { framedSize } from '#domain/recipes/framing.ts';
import type { Point, Size } from '#domain/recipes/geometry.ts';
import { type PhotoPlan, placePhoto } from '#domain/recipes/look/place-photo.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { getDetailShare } from '#imaging/light/detail.ts';
import { SHARPEN_AMOUNT } from '#imaging/light/sharpen.ts';
import type { Treatment } from '#imaging/messages.ts';

export interface RenderPlan extends PhotoPlan {
  /** 0–1 of the local contrast and the sharpness that a large photo would get. */
  readonly detail: number;
  /** Amount for a file; a smaller picture of it takes less. */
  readonly sharpenAmount: number;
}

/** What the photo and its mask show before anything is planned. */
export interface Sight {
  /** Nearer around the object than its box; null where the mask has not been read. */
  readonly outline: readonly Point[] | null;
  /** True when the object surely was photographed from above: it stands on no floor. */
  readonly isFromAbove: boolean;
}

export const UNSEEN: Sight = { outline: null, isFromAbove: false };

/** `upright`: the original's size after orientation. */
export function planFor(
  { recipe: batchRecipe, edits, analysis, lotLook: look = null }: Treatment,
  upright: Size,
  { outline, isFromAbove }: Sight = UNSEEN,
): RenderPlan {
  const { exception: overrides, subject, plates } = edits;
  const recipe = layFlat(recipeFor(batchRecipe, overrides), isFromAbove);
  const plan = placePhoto({
    upright,
    recipe,
    wishes: { exception: overrides, tilt: analysis.tilt, subject },
    known: {
      object: subject,
      plates: [...plates, ...(edits.seenPlates ?? [])],
      matter: analysis.matter,
    },
    isCut: edits.maskPath !== null,
    outline,
    look,
  });
  const detail = getDetailShare(framedSize(plan.framing), analysis.texture);
  return { ...plan, detail, sharpenAmount: detail * SHARPEN_AMOUNT[recipe.sharpen] };
}

/** What was photographed from above lies on a scene's wall, unless a person has said that it does not. */
function layFlat(recipe: Recipe, isFromAbove: boolean): Recipe {
  const { background } = recipe;
  if (!isFromAbove || background.kind !== 'scene' || background.onWall !== undefined) return recipe;
  return { ...recipe, background: { ...background, onWall: true } };
}

/** Returns the job for the same photo with the ground that it has. */
export function keepGround<T extends Treatment>(job: T): T {
  const { edits, recipe } = job;
  const { background } = recipeFor(recipe, edits.exception);
  return {
    ...job,
    edits: { ...edits, exception: { ...edits.exception, background: { ...background, kind: 'keep' } } },
  };
}
