/** Own pictures that a recipe needs beside the photos: the logo, the picture on plates, the picture behind the object. */
import type { PhotoOverrides } from './photo-overrides.ts';
import type { Recipe } from './recipe.ts';

export interface RecipeAssets {
  readonly logo: string | null;
  readonly plateLogo: string | null;
  readonly background: string | null;
}

/** Photo ids; null where the recipe asks for no picture or none was chosen yet. */
export function getRecipeAssets({ watermark, plates, background }: Recipe): RecipeAssets {
  return {
    logo: watermark?.kind === 'logo' ? watermark.photoId : null,
    plateLogo: plates.kind === 'logo' ? plates.photoId : null,
    background: background.kind === 'photo' ? background.photoId : null,
  };
}

/** The same without repetitions. */
export function assetIds(recipe: Recipe): string[] {
  return [...new Set(Object.values(getRecipeAssets(recipe)).filter((id): id is string => id !== null))];
}

/** Returns the ids of background pictures of single photos. */
function backgroundPictures(overrides: Iterable<PhotoOverrides>): string[] {
  const own = [...overrides].flatMap(({ background }) =>
    background?.kind === 'photo' && background.photoId !== null ? [background.photoId] : [],
  );
  return [...new Set(own)];
}

/** Returns the asset ids of the recipe and of the photos that differ from it. */
export function assetIdsOfBatch(recipe: Recipe, overrides: Iterable<PhotoOverrides>): string[] {
  return [...new Set([...assetIds(recipe), ...backgroundPictures(overrides)])];
}
