import { AppError } from '#domain/errors.ts';
import { batchBalance } from '#domain/photos/analysis.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { DEFAULT_OUTPUTS, type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { platesToCover } from '#domain/recipes/plates.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { App, User } from '#server/app.ts';
import { readLotLook } from '#server/batches/photos/lot-look.ts';
import { recipeFiles } from '#server/batches/previews/recipe-files.ts';
import { findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { listMembers } from '#server/batches/store/member-store.ts';
import { newestOnly } from '#server/http/limits/newest-only.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { asPlated, findPhoto, type PhotoRow } from '#server/photos/photo-store.ts';
import { loadFrozenCut, usableCut } from '#server/photos/usable-cut.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { refuseStrayCrop } from '#server/recipes/refuse-stray-crop.ts';

interface Preview {
  readonly photoId: string;
  readonly recipe: Recipe;
  readonly exception?: PhotoOverrides | null | undefined;
  readonly output: OutputChoice | null;
  readonly side: number;
  readonly stage: 'before' | 'after';
  /** As if all that waits on the photo were approved. */
  readonly approved?: boolean | undefined;
}

const newest = newestOnly();

/** The photo through the engine of the run, at screen size: JPEG bytes. Null when a newer request took its place. */
export function previewPhoto(
  app: App,
  user: User,
  { batchId, input }: { batchId: string; input: Preview },
): Promise<Uint8Array | null> {
  return newest(`${user.id} ${input.stage} ${input.approved ?? false}`, (signal) =>
    renderBatchPreview(app, user, { batchId, input, signal }),
  );
}

async function renderBatchPreview(
  app: App,
  user: User,
  { batchId, input, signal }: { batchId: string; input: Preview; signal: AbortSignal },
): Promise<Uint8Array> {
  const batch = await findBatch(app.db, user.id, batchId);
  const photo = await findPhoto(app.db, user.id, input.photoId);
  if (photo.state !== 'ready' || !photo.format || !photo.analysis)
    throw new AppError('batches/photos-not-ready');
  const { recipe } = input;
  const overrides = input.exception ?? NO_OVERRIDES;
  refuseStrayCrop(input.exception);
  const presets = await presetsAt(app.db, app.now());
  const [spec] = resolveOutputs(input.output ? [input.output] : DEFAULT_OUTPUTS, presets);
  const rendition = spec?.renditions[0];
  if (!spec || !rendition) throw new AppError('recipes/invalid');
  const isOnOther = recipeFor(recipe, overrides).background.kind !== 'keep';
  const stored =
    recipe.light.sameForLot || isOnOther ? await listMembers(app.db, batch.id, getPhotoOrder(batch)) : [];
  const members = stored.map((each) => (each.id === photo.id ? { ...each, exception: overrides } : each));
  // A hundred at once from one person: files are fetched for the last alone, whose copies would else fill this machine's disk.
  signal.throwIfAborted();
  await using borrowed = new BorrowedFiles(app);
  // At once: from a bucket each of them takes a round trip.
  const [source, proxyPath, cut, files] = await Promise.all([
    borrowed.borrowPath(originalKey(photo.id)),
    borrowed.borrowPath(proxyKey(photo.id)),
    input.approved && photo.cutout_id !== null
      ? loadFrozenCut(app, borrowed, photo.cutout_id)
      : usableCut(app, borrowed, photo),
    recipeFiles(app, borrowed, { ownerId: user.id, recipe: recipeFor(recipe, overrides) }),
  ]);
  return await app.imaging.preview(
    {
      photoKey: photo.id,
      source,
      proxyPath,
      format: photo.format,
      analysis: photo.analysis,
      lotLook: isOnOther ? await readLotLook(app.db, { recipe, members }) : null,
      lotBalance: batchBalance(members.flatMap(({ analysis }) => (analysis ? [analysis] : []))),
      recipe,
      edits: {
        exception: overrides,
        plates: platesIn(photo, input),
        seenPlates: photo.plates === null ? (photo.plate_suggestions ?? []) : [],
        ...cut,
      },
      files,
      overlays: spec.overlays,
      rendition,
      side: input.side,
      stage: input.stage,
    },
    signal,
  );
}

/** What a run would cover. */
function platesIn(photo: PhotoRow, { approved = false, recipe }: Preview): readonly Quad[] {
  if (approved) return photo.plates ?? photo.plate_suggestions ?? [];
  return platesToCover(asPlated(photo), recipe.plates);
}
