import { AppError } from '#domain/errors.ts';
import { NO_OVERRIDES, recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { PhotoEdits } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import { cutOut, noteFailedCutout } from '#server/batches/photos/make-cutout.ts';
import type { Claim } from '#server/batches/runs/claim-store.ts';
import { editsInRun } from '#server/batches/store/run-store.ts';
import type { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { isUsable } from '#server/photos/cutout-store.ts';
import { originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { isOutage } from '#server/photos/outage.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import { loadFrozenCut } from '#server/photos/usable-cut.ts';

interface EditsAsked {
  /** Gets the files that the edits need. */
  readonly borrowed: BorrowedFiles;
  readonly recipe: Recipe;
  readonly photo: PhotoRow;
  readonly signal: AbortSignal;
}

/** Returns the settings that the run froze of this photo, with the files it needs. */
export async function loadPhotoEdits(
  app: App,
  claim: Claim,
  { borrowed, recipe, photo, signal }: EditsAsked,
): Promise<PhotoEdits> {
  const edits = await editsInRun(app.db, claim);
  const overrides = edits?.exception ?? NO_OVERRIDES;
  const isNeeded = recipeFor(recipe, overrides).background.kind !== 'keep';
  const cutoutId =
    edits?.cutoutId === undefined && isNeeded ? await madeNow(app, photo, signal) : edits?.cutoutId;
  return {
    exception: overrides,
    plates: edits?.plates ?? [],
    seenPlates: photo.plates === null ? (photo.plate_suggestions ?? []) : [],
    ...(cutoutId ? await loadFrozenCut(app, borrowed, cutoutId) : { maskPath: null, subject: null }),
  };
}

/** A photo that can't be cut out keeps its background; it is delivered all the same. */
async function madeNow(app: App, photo: PhotoRow, signal: AbortSignal): Promise<string | null> {
  try {
    const cutout = await cutOut(app, photo, signal);
    return cutout !== null && isUsable(cutout) ? cutout.id : null;
  } catch (error) {
    const keys = [originalKey(photo.id), proxyKey(photo.id)];
    if (signal.aborted || !(error instanceof AppError) || (await isOutage(app, error, keys))) throw error;
    app.log.warn({ code: error.code }, 'no cut-out');
    await noteFailedCutout(app, { photoId: photo.id });
    return null;
  }
}
