import { useMemo } from 'react';
import type { Photo } from '#contract/photos.ts';
import { type Exception, recipeFor } from '#domain/recipes/exception.ts';
import { applied, framedFromUpright, framingOf, uprightFromFramed } from '#domain/recipes/framing.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { StageMapping } from '#web/ui/stage/stage-tools.tsx';

export const AS_IT_IS: StageMapping = { toShown: (spot) => spot, toUpright: (spot) => spot };

/** Returns the mapping from the photo to the whole picture that tools draw on. */
export function useMapping(photo: Photo | null, recipe: Recipe, exception: Exception): StageMapping {
  const [width, height] = [photo?.width ?? 1, photo?.height ?? 1];
  const tilt = photo?.signs?.tilt ?? null;
  return useMemo(
    () => wholeMapping({ width, height }, recipe, exception, tilt),
    [width, height, recipe, exception, tilt],
  );
}

/** Between the upright photo and the whole one as `wholeView` turns and straightens it. */
export function wholeMapping(
  upright: Size,
  recipe: Recipe,
  exception: Exception,
  tilt: number | null,
): StageMapping {
  const whole = { ...recipeFor(recipe, exception), crop: 'original' } as const;
  const framing = framingOf(upright, whole, {
    exception: { angle: exception.angle, crop: null },
    tilt,
    subject: null,
  });
  const [to, from] = [framedFromUpright(framing), uprightFromFramed(framing)];
  return { toShown: (spot) => applied(to, spot), toUpright: (spot) => applied(from, spot) };
}
