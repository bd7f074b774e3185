/** Works out what the steps of the pipeline need before a pixel is read: the recipe as one photo gets it, and where everything ends up. */
import { computeFraming, type Framing, framedSize } from '#domain/recipes/framing.ts';
import type { Point, Size } from '#domain/recipes/geometry.ts';
import { buildSubject } from '#domain/recipes/known-subject.ts';
import { keepObjectWhole } from '#domain/recipes/look/keep-whole.ts';
import { getFramedObject } from '#domain/recipes/look/lot-look.ts';
import { lotPlacement } from '#domain/recipes/look/lot-placement.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { computePlacement, type Placement } from '#domain/recipes/placement.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { scenePlacement } from '#domain/recipes/scene-placement.ts';
import { getDetailShare } from '#imaging/light/detail.ts';
import { SHARPEN_AMOUNT } from '#imaging/light/sharpen.ts';
import type { Treatment } from '#imaging/messages.ts';

export interface RenderPlan {
  readonly recipe: Recipe;
  readonly framing: Framing;
  /** 0–1 of the local contrast and the sharpness that a large photo would get. */
  readonly detail: number;
  /** Amount for a file; a smaller picture of it takes less. */
  readonly sharpenAmount: number;
  placementOf(rendition: Rendition): Placement;
  /** True when the file has no edges for those that the photo cut the object off at: in front of another ground it would end in the air. */
  keepsGround(rendition: Rendition): boolean;
  /** True when it stands as the others of its batch, each in its own part of the photo: a gradient belongs to the file. */
  readonly isInLot: boolean;
}

/** `upright`: the original's size after orientation. `outline`: nearer around the object than its box, where the mask has been read. */
export function planFor(
  { recipe: batchRecipe, edits, analysis, lotLook: look = null }: Treatment,
  upright: Size,
  outline: readonly Point[] | null = null,
): RenderPlan {
  const { exception: overrides, subject, plates } = edits;
  const recipe = recipeFor(batchRecipe, overrides);
  const { background } = recipe;
  const points = outline ?? subject;
  const hasCutout = edits.maskPath !== null && background.kind !== 'keep';
  const isInScene = hasCutout && background.kind === 'scene';
  const level = computeFraming(upright, recipe, { exception: overrides, tilt: analysis.tilt, subject });
  const framing =
    isInScene && overrides.crop === null && points !== null ? keepObjectWhole(level, points) : level;
  const framed = framedSize(framing);
  const detail = getDetailShare(framed, analysis.texture);
  const isDrawn = overrides.crop !== null;
  const known = {
    object: subject,
    plates: [...plates, ...(edits.seenPlates ?? [])],
    matter: analysis.matter,
  };
  // A crop drawn by hand decides how large the object is.
  const recipes = overrides.crop === null ? recipe.fill : null;
  const framedObject = hasCutout && subject && points ? getFramedObject(framing, points) : null;
  const object = overrides.crop === null ? framedObject : null;
  // A scene and an own picture go on below the margins.
  const isOfPhoto = background.kind !== 'scene' && background.kind !== 'photo';
  const inLot = (rendition: Rendition) =>
    look === null || object === null || (isOfPhoto && hasOwnMargins(rendition))
      ? undefined
      : lotPlacement(object, rendition, { background, fill: rendition.fill ?? recipes, look });
  return {
    recipe,
    framing,
    detail,
    sharpenAmount: detail * SHARPEN_AMOUNT[recipe.sharpen],
    isInLot: look !== null && object !== null,
    keepsGround: (rendition) => inLot(rendition) === null,
    placementOf(rendition) {
      const placed = inLot(rendition);
      if (placed) return placed;
      const fill = rendition.fill ?? recipes;
      if (isInScene && framedObject !== null) {
        const { box } = framedObject;
        const asked = fill ?? (overrides.crop === null ? null : undefined);
        return scenePlacement(framed, rendition, { background, box, fill: asked });
      }
      return computePlacement(framed, rendition, buildSubject(framing, known, { fill, hasCutout, isDrawn }));
    },
  };
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

/** True for margins in a chosen colour: they end at the photo's edge, where the new ground begins. */
export function hasOwnMargins({ fit, pad }: Rendition): boolean {
  return fit !== 'inside' && pad === 'colour';
}
