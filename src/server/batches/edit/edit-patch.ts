import type { BatchPatch } from '#contract/batch-patch.ts';
import type { PhotoOrder } from '#domain/batches/order.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { ShotList } from '#domain/shots/shots.ts';
import type { Tx } from '#server/app.ts';
import { findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { orderFacts, resultRecord, shownMembers } from '#server/batches/store/batch-view.ts';
import { listMembers, listShownPhotoIds } from '#server/batches/store/member-store.ts';
import { listResults } from '#server/batches/store/result-store.ts';

export interface Edit {
  readonly name?: string | undefined;
  readonly recipe?: Recipe | undefined;
  readonly outputs?: OutputChoice[] | undefined;
  readonly filePattern?: string | undefined;
  readonly photoIds?: string[] | undefined;
  readonly order?: PhotoOrder | undefined;
  readonly exceptions?: Readonly<Record<string, PhotoOverrides | null>> | undefined;
  readonly shotList?: ShotList | null | undefined;
}

interface Edited {
  readonly ownerId: string;
  readonly batchId: string;
  readonly edit: Edit;
}

/** Returns the patch of the batch's document that a stored edit causes: as large as the edit, plus the new names of existing files. */
export async function editPatch(tx: Tx, { ownerId, batchId, edit }: Edited): Promise<BatchPatch> {
  const { recipe, outputs } = edit;
  return {
    ...(recipe && { recipe }),
    ...(outputs && { outputs }),
    ...(edit.shotList !== undefined && { shotList: edit.shotList }),
    ...(edit.exceptions && { exceptions: await shownOnly(tx, batchId, edit.exceptions) }),
    ...(await namesPatch(tx, { ownerId, batchId, edit })),
  };
}

/** Leaves out photos that left the batch meanwhile. */
async function shownOnly(
  tx: Tx,
  batchId: string,
  exceptions: Readonly<Record<string, PhotoOverrides | null>>,
): Promise<Record<string, PhotoOverrides | null>> {
  const named = Object.keys(exceptions);
  const shown = new Set(named.length === 0 ? [] : await listShownPhotoIds(tx, batchId, named));
  return Object.fromEntries(Object.entries(exceptions).filter(([id]) => shown.has(id)));
}

/** Returns the batch's name, file name pattern and order, and the files that are named by them. */
async function namesPatch(
  tx: Tx,
  { ownerId, batchId, edit: { name, filePattern, photoIds, order } }: Edited,
): Promise<BatchPatch> {
  const isOrdered = photoIds !== undefined || order !== undefined;
  if (name === undefined && filePattern === undefined && !isOrdered) return {};
  const batch = await findBatch(tx, ownerId, batchId);
  const rows = await listResults(tx, batchId);
  const isPlaced = isOrdered || rows.length > 0;
  const shown = isPlaced ? shownMembers(await listMembers(tx, batchId, getPhotoOrder(batch))) : [];
  const results = Object.entries(resultRecord(batch, shown, rows));
  return {
    ...(name !== undefined && { name: batch.name }),
    ...(filePattern !== undefined && { filePattern: batch.file_pattern }),
    ...(isOrdered && { photoIds: shown.map(({ id }) => id), order: orderFacts(batch) }),
    ...(results.length > 0 && {
      results: Object.fromEntries(results.map(([id, { fileName }]) => [id, { fileName }])),
    }),
  };
}
