import type { BatchPatch } from '#contract/batch-patch.ts';
import type { PhotoOrder } from '#domain/batches/order.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
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
}

interface Edited {
  readonly ownerId: string;
  readonly batchId: string;
  readonly edit: Edit;
}

/** What an edit that is stored changed in the batch's document: as large as the edit, but for names of files that are there already. */
export async function editPatch(tx: Tx, { ownerId, batchId, edit }: Edited): Promise<BatchPatch> {
  const { recipe, outputs } = edit;
  return {
    ...(recipe && { recipe }),
    ...(outputs && { outputs }),
    ...(edit.exceptions && { exceptions: await shownOnly(tx, batchId, edit.exceptions) }),
    ...(await namesPatch(tx, { ownerId, batchId, edit })),
  };
}

/** A photo that left the batch meanwhile has nothing of its own in it. */
async function shownOnly(
  tx: Tx,
  batchId: string,
  overridesByPhoto: Readonly<Record<string, PhotoOverrides | null>>,
): Promise<Record<string, PhotoOverrides | null>> {
  const named = Object.keys(overridesByPhoto);
  const shown = new Set(named.length === 0 ? [] : await listShownPhotoIds(tx, batchId, named));
  return Object.fromEntries(Object.entries(overridesByPhoto).filter(([id]) => shown.has(id)));
}

/** The batch's name, the files' pattern and the order, and the files that are called by them. */
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
