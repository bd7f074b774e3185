import { AppError } from '#domain/errors.ts';
import { assetsOf } from '#domain/recipes/assets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { RecipeFiles } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import { originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { findPhotos } from '#server/photos/photo-store.ts';

/** The files of the recipe's own pictures. */
export async function recipeFiles(app: App, ownerId: string, recipe: Recipe): Promise<RecipeFiles> {
  const { logo, plateLogo, background } = assetsOf(recipe);
  return {
    logoPath: await pathOf(app, ownerId, logo),
    plateLogoPath: await pathOf(app, ownerId, plateLogo),
    backgroundPath: await pathOf(app, ownerId, background),
  };
}

/** The original with its transparency, the proxy where decoding is costly. */
async function pathOf(app: App, ownerId: string, photoId: string | null): Promise<string | null> {
  if (photoId === null) return null;
  const [photo] = await findPhotos(app.db, ownerId, [photoId]);
  if (photo?.state !== 'ready') throw new AppError('recipes/picture-gone');
  const isCostly = photo.format === 'heic' || photo.format === 'avif';
  return app.files.pathOf(isCostly ? proxyKey(photo.id) : originalKey(photo.id));
}
