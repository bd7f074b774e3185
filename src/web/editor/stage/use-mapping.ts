import { useMemo } from 'react';
import {
  applyAffine,
  computeFraming,
  framedFromUpright,
  uprightFromFramed,
} from '#domain/recipes/framing.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import { type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { StageMapping } from '#web/editor/stage/stage-tools.tsx';

export const AS_IT_IS: StageMapping = { toShown: (spot) => spot, toUpright: (spot) => spot };

/** Returns the mapping from the photo to the whole picture that tools draw on. */
export function useMapping(
  photo: EditablePhoto | null,
  recipe: Recipe,
  overrides: PhotoOverrides,
): StageMapping {
  const [width, height] = [photo?.width ?? 1, photo?.height ?? 1];
  const tilt = photo?.signs?.tilt ?? null;
  return useMemo(
    () => wholeMapping({ upright: { width, height }, recipe, overrides, tilt }),
    [width, height, recipe, overrides, tilt],
  );
}

interface Whole {
  readonly upright: Size;
  readonly recipe: Recipe;
  readonly overrides: PhotoOverrides;
  /** Of the photo, by its lines. */
  readonly tilt: number | null;
}

/** Between the upright photo and the whole one as `wholeView` turns and straightens it. */
export function wholeMapping({ upright, recipe, overrides, tilt }: Whole): StageMapping {
  const whole = { ...recipeFor(recipe, overrides), crop: 'original' } as const;
  const framing = computeFraming(upright, whole, {
    exception: { angle: overrides.angle, crop: null },
    tilt,
    subject: null,
  });
  const [to, from] = [framedFromUpright(framing), uprightFromFramed(framing)];
  return { toShown: (spot) => applyAffine(to, spot), toUpright: (spot) => applyAffine(from, spot) };
}
