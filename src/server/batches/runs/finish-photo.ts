import { AppError } from '#domain/errors.ts';
import type { StoredRefusal } from '#server/adapters/database/stored-json.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import type { Claim } from '#server/batches/runs/claim-store.ts';
import { endRunIfOver } from '#server/batches/runs/end-run.ts';
import { type BatchRow, lockBatch, patchBatch } from '#server/batches/store/batch-store.ts';
import { asResult } from '#server/batches/store/batch-view.ts';
import { namePartsIn } from '#server/batches/store/name-parts-store.ts';
import {
  areStored,
  listResults,
  replaceResults,
  type StoredResult,
} from '#server/batches/store/result-store.ts';
import { finishRunPhoto, lockRun } from '#server/batches/store/run-store.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { resultKeys } from '#server/photos/file-keys.ts';
import { addStored } from '#server/photos/photo-store.ts';
import { asRefusal } from '#server/photos/photo-view.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';

export type PhotoOutcome =
  | { readonly state: 'done'; readonly results: readonly StoredResult[] }
  | { readonly state: 'failed'; readonly error: StoredRefusal };

/**
 * Stores a photo's outcome and ends the run after its last one. False: the lease was lost, nothing was stored. True also when called again:
 * the reply to the first call may have been lost.
 */
export async function finishPhoto(app: App, claim: Claim, outcome: PhotoOutcome): Promise<boolean> {
  return app.change(async (unit) => {
    const { tx, now } = unit;
    await lockCreditAccount(tx, claim.ownerId, now);
    const batch = await lockClaimedBatch(tx, claim);
    const run = batch && (await lockRun(tx, claim.runId));
    const stored = outcome.state === 'done' ? outcome.results : [];
    if (!run || run.finished_at) return areStored(tx, stored);
    const isMine = await finishRunPhoto(tx, claim, outcome);
    if (!isMine) return areStored(tx, stored);
    const { gone, grownBy } =
      outcome.state === 'done'
        ? await storeResults(unit, app, { claim, results: outcome.results })
        : { gone: [], grownBy: 0 };
    const isOver = await endRunIfOver(unit, app, { batch, run, wasCancelled: false });
    // After the photos, as the order of locks wants it.
    await addStored(tx, claim.ownerId, grownBy);
    if (!isOver) await patchBatch(unit, batch, await photoPatch(tx, batch, { claim, outcome, gone }));
    return true;
  });
}

/** Null: its owner left, and the batch with them. */
async function lockClaimedBatch(tx: Tx, { ownerId, batchId }: Claim): Promise<BatchRow | null> {
  return lockBatch(tx, ownerId, batchId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'batches/not-found') return null;
    throw error;
  });
}

async function storeResults(
  unit: Unit,
  app: App,
  { claim, results }: { claim: Claim; results: readonly StoredResult[] },
): Promise<{ gone: string[]; grownBy: number }> {
  const { replaced, grownBy } = await replaceResults(unit.tx, claim, results);
  await letGoOfFiles(unit, app, replaced.flatMap(resultKeys));
  return { gone: replaced.map(({ id }) => id), grownBy };
}

/** One frame of the strip lights up: its state and its new results in the place of the old ones, nothing else. */
async function photoPatch(
  tx: Tx,
  batch: BatchRow,
  { claim, outcome, gone }: { claim: Claim; outcome: PhotoOutcome; gone: readonly string[] },
): Promise<object> {
  const error = outcome.state === 'failed' ? asRefusal(outcome.error) : null;
  const run = { photos: { [claim.photoId]: { state: outcome.state, error } } };
  if (outcome.state === 'failed') return { run };
  const nameParts = (await namePartsIn(tx, batch)).get(claim.photoId);
  const rows = await listResults(tx, batch.id, claim.photoId);
  const added = rows.map((row) => [row.id, nameParts ? asResult(batch, row, nameParts) : null]);
  const removed = gone.map((id) => [id, null]);
  const labels = Object.fromEntries(rows.map((row) => [row.output_key, row.output_label]));
  return { run, results: Object.fromEntries([...removed, ...added]), outputLabels: labels };
}
