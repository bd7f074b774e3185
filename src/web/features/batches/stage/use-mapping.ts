import { useMemo } from 'react';
import type { Photo } from '#contract/photos.ts';
import type { Exception } from '#domain/recipes/exception.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { wholeMapping } from '#web/features/batches/stage/stage-mapping.ts';
import type { StageMapping } from '#web/ui/stage/stage-tools.tsx';

/** Returns the mapping from the photo to the whole picture that tools draw on. */
export function useMapping(photo: Photo | null, recipe: Recipe, exception: Exception): StageMapping {
  const [width, height] = [photo?.width ?? 1, photo?.height ?? 1];
  const tilt = photo?.signs?.tilt ?? null;
  return useMemo(
    () => wholeMapping({ width, height }, recipe, exception, tilt),
    [width, height, recipe, exception, tilt],
  );
}
