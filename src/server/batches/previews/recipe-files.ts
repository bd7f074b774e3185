import { AppError } from '#domain/errors.ts';
import { getRecipeAssets } from '#domain/recipes/assets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { RecipeFiles } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import type { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { findPhotos } from '#server/photos/photo-store.ts';

/** The files of the recipe's own pictures, borrowed. */
export async function recipeFiles(
  app: App,
  borrowed: BorrowedFiles,
  { ownerId, recipe }: { ownerId: string; recipe: Recipe },
): Promise<RecipeFiles> {
  const { logo, plateLogo, background } = getRecipeAssets(recipe);
  const pathOf = async (photoId: string | null) =>
    photoId === null ? null : borrowed.borrowPath(await pictureKey(app, ownerId, photoId));
  const [logoPath, plateLogoPath, backgroundPath] = await Promise.all([
    pathOf(logo),
    pathOf(plateLogo),
    pathOf(background),
  ]);
  return { logoPath, plateLogoPath, backgroundPath };
}

/** The original with its transparency, the proxy where decoding is costly. */
async function pictureKey(app: App, ownerId: string, photoId: string): Promise<string> {
  const [photo] = await findPhotos(app.db, ownerId, [photoId]);
  if (photo?.state !== 'ready') throw new AppError('recipes/picture-gone');
  const isCostly = photo.format === 'heic' || photo.format === 'avif';
  return isCostly ? proxyKey(photo.id) : originalKey(photo.id);
}
