import type { BatchPatched } from '#contract/batch-patch.ts';
import { isRunning, MOST_IN_BATCH } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import { withCommaLetters } from '#domain/language/fold.ts';
import { cleanTitle } from '#domain/photos/limits.ts';
import { assetIdsOfBatch } from '#domain/recipes/assets.ts';
import { needsObject } from '#domain/recipes/recipe.ts';
import type { ShotList } from '#domain/shots/shots.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import { type Edit, editPatch } from '#server/batches/edit/edit-patch.ts';
import { endLinks } from '#server/batches/phones/phone-link-store.ts';
import { enqueueCutouts } from '#server/batches/photos/enqueue-cutouts.ts';
import { startSoonIfArrived } from '#server/batches/runs/start-when-arrived.ts';
import { deleteWantedStart } from '#server/batches/runs/wanted-start-store.ts';
import {
  type BatchRow,
  batchChanged,
  getPhotoOrder,
  insertBatch,
  lockBatch,
  updateBatch,
} from '#server/batches/store/batch-store.ts';
import {
  addMembers,
  keepGroundOfParts,
  listMembers,
  orderMembers,
  removeMembers,
  setOverrides,
} from '#server/batches/store/member-store.ts';
import { deleteResults } from '#server/batches/store/result-store.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';
import { refuseUnknownPresets } from '#server/recipes/batch-outputs.ts';
import { checkedPattern } from '#server/recipes/checked-pattern.ts';
import { firstSettings } from '#server/recipes/first-settings.ts';
import { refuseStrayCrop } from '#server/recipes/refuse-stray-crop.ts';
import { cleanList } from '#server/recipes/shot-lists.ts';

/**
 * Creates a batch with the user's first settings; returns its id. Throws `photos/not-found` for a photo that isn't the user's or can't be
 * used, `recipes/invalid` for an unknown token in the file names.
 */
export async function createBatch(
  app: App,
  user: User,
  input: {
    name?: string | undefined;
    photoIds?: string[] | undefined;
    filePattern?: string | undefined;
    shotList?: ShotList | undefined;
  },
): Promise<string> {
  const id = app.newId('lot');
  await app.change(async (unit) => {
    const { tx } = unit;
    const photoIds = [...new Set(input.photoIds ?? [])];
    await insertBatch(unit, {
      id,
      ownerId: user.id,
      name: batchName(input.name ?? ''),
      ...(await firstSettings(tx, user.id)),
      ...(input.filePattern !== undefined && { filePattern: checkedPattern(input.filePattern) }),
    });
    await refuseForeignPhotos(tx, user, photoIds);
    await addMembers(tx, id, photoIds);
    await keepGroundOfParts(tx, id, photoIds);
    // Its photos are named in the list's order.
    if (input.shotList)
      await updateBatch(tx, id, { shotList: cleanList(input.shotList), photoOrder: 'name' });
  });
  return id;
}

/** Returns a typed name as data; empty for none. */
export function batchName(name: string): string {
  return cleanTitle(withCommaLetters(name), 80);
}

async function refuseForeignPhotos(tx: Tx, user: User, photoIds: readonly string[]): Promise<void> {
  const own = await findPhotos(tx, user.id, photoIds);
  const usable = own.filter(
    ({ state, trashed_at }) => trashed_at === null && state !== 'refused' && state !== 'duplicate',
  );
  if (usable.length < photoIds.length) throw new AppError('photos/not-found');
}

/**
 * Edits a batch; a running run keeps what it froze. Returns what the live stream tells. Throws `batches/not-found`, `recipes/invalid` for
 * an unknown preset or file name token, `photos/not-found` for a picture that isn't the user's, `recipes/crop-outside`.
 */
export async function editBatch(
  app: App,
  user: User,
  { batchId, edit }: { batchId: string; edit: Edit },
): Promise<BatchPatched> {
  return app.change(async (unit) =>
    editLocked(unit, app, { user, batch: await lockBatch(unit.tx, user.id, batchId), edit }),
  );
}

/** Edits a batch that the caller has locked; as `editBatch` otherwise. */
export async function editLocked(
  { tx, changes }: Unit,
  app: App,
  { user, batch, edit }: { user: User; batch: BatchRow; edit: Edit },
): Promise<BatchPatched> {
  const batchId = batch.id;
  if (edit.outputs) await refuseUnknownPresets(tx, edit.outputs, app.now());
  const filePattern = edit.filePattern === undefined ? undefined : checkedPattern(edit.filePattern);
  await refuseForeignAssets(tx, user, { batch, edit });
  const name = edit.name === undefined ? undefined : batchName(edit.name) || batch.name;
  if (edit.photoIds) await orderMembers(tx, batchId, edit.photoIds);
  Object.values(edit.exceptions ?? {}).forEach(refuseStrayCrop);
  if (edit.exceptions) await setOverrides(tx, batchId, edit.exceptions);
  const rev = await updateBatch(tx, batchId, {
    ...(name !== undefined && { name }),
    ...(edit.recipe && { recipe: edit.recipe }),
    ...(edit.outputs && { outputs: edit.outputs }),
    ...(filePattern !== undefined && { filePattern }),
    ...(edit.photoIds && { orderedByHand: true, photoOrder: null }),
    ...(edit.shotList !== undefined && { shotList: edit.shotList && cleanList(edit.shotList) }),
    ...(edit.order && { photoOrder: edit.order === 'hand' ? null : edit.order }),
  });
  await wantForEdit(tx, app, { batch, edit });
  const patched = {
    type: 'patch',
    key: `batches/${batchId}`,
    rev,
    patch: await editPatch(tx, { ownerId: user.id, batchId, edit }),
  } as const;
  changes.patch(user.id, patched.key, patched);
  changes.list(user.id, 'batches');
  // The gallery shows them in this order.
  if (edit.photoIds || edit.order) changes.list(user.id, 'photos');
  return patched;
}

/** A picture that the batch has already may lie in the trash by now; then everything else can still be set. */
async function refuseForeignAssets(
  tx: Tx,
  user: User,
  { batch, edit }: { batch: BatchRow; edit: Edit },
): Promise<void> {
  const own = Object.values(edit.exceptions ?? {}).filter((overrides) => overrides !== null);
  const wanted = assetIdsOfBatch(edit.recipe ?? batch.recipe, own);
  const members = wanted.length === 0 ? [] : await listMembers(tx, batch.id, 'hand');
  const chosen = new Set(
    assetIdsOfBatch(
      batch.recipe,
      members.flatMap(({ exception: overrides }) => overrides ?? []),
    ),
  );
  await refuseForeignPhotos(
    tx,
    user,
    wanted.filter((id) => !chosen.has(id)),
  );
}

/** Asks for cut-outs of all photos when the new recipe needs them, else of the photos whose overrides changed. */
async function wantForEdit(
  tx: Tx,
  app: App,
  { batch, edit }: { batch: BatchRow; edit: Edit },
): Promise<void> {
  const isAsked = edit.recipe && !needsObject(batch.recipe);
  if (!isAsked && !edit.exceptions) return;
  const members = await listMembers(tx, batch.id, 'hand');
  const named = members.filter(({ id }) => isAsked || edit.exceptions?.[id] !== undefined);
  await enqueueCutouts(tx, app, { recipe: edit.recipe ?? batch.recipe, members: named });
}

interface PhotosOfBatch {
  readonly batchId: string;
  readonly photoIds: readonly string[];
}

/** Adds photos to a batch. Throws `batches/not-found`, `photos/not-found`, `batches/too-many-photos`. */
export async function addPhotos(app: App, user: User, { batchId, photoIds }: PhotosOfBatch): Promise<void> {
  await app.change(async (unit) => {
    const batch = await lockBatch(unit.tx, user.id, batchId);
    await putIntoBatch(unit, app, { user, batch, photoIds });
  });
}

/** Adds photos to a batch that the caller has locked. Throws `photos/not-found`, `batches/too-many-photos`. */
export async function putIntoBatch(
  { tx, changes }: Unit,
  app: App,
  { user, batch, photoIds }: { user: User; batch: BatchRow; photoIds: readonly string[] },
): Promise<void> {
  await refuseForeignPhotos(tx, user, [...new Set(photoIds)]);
  const before = new Set((await listMembers(tx, batch.id, 'hand')).map(({ id }) => id));
  await addMembers(tx, batch.id, [...new Set(photoIds)]);
  await keepGroundOfParts(
    tx,
    batch.id,
    photoIds.filter((id) => !before.has(id)),
  );
  const members = await listMembers(tx, batch.id, getPhotoOrder(batch));
  if (members.length > MOST_IN_BATCH) throw new AppError('batches/too-many-photos', { limit: MOST_IN_BATCH });
  await enqueueCutouts(tx, app, { recipe: batch.recipe, members });
  await updateBatch(tx, batch.id, {});
  batchChanged(changes, user.id, batch.id);
}

/** Takes photos out of a batch; photos that aren't in it are ignored. Throws `batches/not-found`. */
export async function removePhotos(
  app: App,
  user: User,
  { batchId, photoIds }: PhotosOfBatch,
): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    await lockBatch(tx, user.id, batchId);
    await removeMembers(tx, batchId, photoIds);
    await startSoonIfArrived(tx, app, [batchId]);
    await updateBatch(tx, batchId, {});
    batchChanged(changes, user.id, batchId);
    changes.list(user.id, 'photos');
  });
}

/**
 * Deletes a batch and its results; its photos stay, and its runs stay in the books. Throws `batches/not-found`, `batches/already-running`.
 */
export async function deleteBatch(app: App, user: User, batchId: string): Promise<void> {
  await app.change(async (unit) => {
    const { tx, changes } = unit;
    const batch = await lockBatch(tx, user.id, batchId);
    if (isRunning(batch.state)) throw new AppError('batches/already-running');
    await letGoOfFiles(unit, app, await deleteResults(tx, batchId));
    await deleteWantedStart(tx, batchId);
    const gone = { batchId, now: app.now() };
    await endLinks(tx, 'phone_links', gone);
    await endLinks(tx, 'result_links', gone);
    await updateBatch(tx, batchId, { deletedAt: app.now() });
    batchChanged(changes, user.id, batchId);
  });
}
