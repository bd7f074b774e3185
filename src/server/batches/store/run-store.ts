import { type Selectable, sql } from 'kysely';
import { notifyAt } from '#domain/batches/long-runs.ts';
import type { RunPhotoState, RunState } from '#domain/batches/states.ts';
import type { CreditWindow } from '#domain/credits/cost.ts';
import type { PlanLimits } from '#domain/plans/plan.ts';
import { assetIdsOfBatch } from '#domain/recipes/assets.ts';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import type { OutputSpec } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { FrozenEdits, StoredRefusal } from '#server/adapters/database/stored-json.ts';
import type { Db, Tx } from '#server/app.ts';

export type RunRow = Selectable<DB['runs']>;

export interface NewRun {
  readonly id: string;
  readonly batchId: string;
  readonly ownerId: string;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputSpec[];
  /** The batch's cover, also where the run leaves it out. */
  readonly coverId: string | null;
  readonly lotBalance: readonly [number, number, number] | null;
  readonly lotLook: LotLook | null;
  readonly limits: PlanLimits;
  readonly window: CreditWindow;
  readonly cost: number;
  readonly unlimited: boolean;
  /** The run began by itself when its photos had arrived. */
  readonly isSelfStarted: boolean;
  readonly photos: readonly { readonly id: string; readonly edits: FrozenEdits }[];
}

/**
 * Inserts a run with everything it works with; later edits belong to the next one. A start also counts as having seen how the last run
 * ended.
 */
export async function insertRun(tx: Tx, run: NewRun, now: Date): Promise<void> {
  const { last } = await tx
    .selectFrom('runs')
    .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('last'))
    .where('batch_id', '=', run.batchId)
    .executeTakeFirstOrThrow();
  await tx.updateTable('runs').set({ tell_at: null }).where('batch_id', '=', run.batchId).execute();
  await tx
    .insertInto('runs')
    .values({
      id: run.id,
      batch_id: run.batchId,
      owner_id: run.ownerId,
      number: last + 1,
      state: 'queued',
      recipe: JSON.stringify(run.recipe),
      outputs: JSON.stringify(run.outputs),
      cover_id: run.coverId,
      lot_balance: run.lotBalance ? JSON.stringify(run.lotBalance) : null,
      lot_look: run.lotLook ? JSON.stringify(run.lotLook) : null,
      limits: JSON.stringify(run.limits),
      photos_at_once: run.limits.photosAtOnce,
      window_photo_ids: JSON.stringify(run.window.photoIds),
      window_credits: run.window.credits,
      cost: run.cost,
      unlimited: run.unlimited,
      self_started: run.isSelfStarted,
      created_at: now,
    })
    .execute();
  const photos = run.photos.map(({ id, edits }, position) => ({
    run_id: run.id,
    photo_id: id,
    position,
    edits: JSON.stringify(edits),
  }));
  await tx.insertInto('run_photos').values(photos).execute();
  const allOverrides = run.photos.map(({ edits }) => edits.exception);
  const assets = assetIdsOfBatch(run.recipe, allOverrides).map((photo_id) => ({ run_id: run.id, photo_id }));
  if (assets.length > 0) await tx.insertInto('run_assets').values(assets).execute();
}

/** Returns what a run froze for all of its photos. */
export async function settingsOfRun(
  db: Db,
  runId: string,
): Promise<{
  recipe: Recipe;
  outputs: readonly OutputSpec[];
  coverId: string | null;
  lotBalance: readonly [number, number, number] | null;
  lotLook: LotLook | null;
}> {
  const { recipe, outputs, cover_id, lot_balance, lot_look } = await db
    .selectFrom('runs')
    .select(['recipe', 'outputs', 'cover_id', 'lot_balance', 'lot_look'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return { recipe, outputs, coverId: cover_id, lotBalance: lot_balance, lotLook: lot_look };
}

/** Returns what a run froze for one photo, or null. */
export async function editsInRun(
  db: Db,
  { runId, photoId }: { runId: string; photoId: string },
): Promise<FrozenEdits | null> {
  const { edits } = await db
    .selectFrom('run_photos')
    .select('edits')
    .where('run_id', '=', runId)
    .where('photo_id', '=', photoId)
    .executeTakeFirstOrThrow();
  return edits;
}

/** Returns the ids of own pictures that a run pinned. */
export async function assetsOfRun(tx: Tx, runId: string): Promise<string[]> {
  const rows = await tx.selectFrom('run_assets').select('photo_id').where('run_id', '=', runId).execute();
  return rows.map((row) => row.photo_id);
}

/** Counts free runs of a batch that began after an instant. */
export async function freeRunsSince(tx: Tx, batchId: string, since: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('batch_id', '=', batchId)
    .where('cost', '=', 0)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns the batch's newest run, or undefined. */
export async function newestRun(db: Db | Tx, batchId: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function lockRun(tx: Tx, runId: string): Promise<RunRow | undefined> {
  return tx.selectFrom('runs').selectAll().where('id', '=', runId).forNoKeyUpdate().executeTakeFirst();
}

/** Returns the photos of a run with state and error, in its order. */
export async function runPhotos(db: Db | Tx, runId: string) {
  return db
    .selectFrom('run_photos')
    .select(['photo_id', 'state', 'error', 'position'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
}

/** True while a photo waits or is in work. */
export async function hasOpenPhotos(tx: Tx, runId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('run_photos')
    .select('run_id')
    .where('run_id', '=', runId)
    .where('state', 'in', ['waiting', 'working'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Cancels photos in one of the `from` states, only the named ones if given; returns their ids. */
export async function cancelPhotos(
  tx: Tx,
  runId: string,
  { from = ['waiting', 'working'], only }: { from?: RunPhotoState[]; only?: readonly string[] } = {},
): Promise<string[]> {
  const rows = await tx
    .updateTable('run_photos')
    .set({ state: 'cancelled', lease_token: null, lease_until: null, finished_at: sql`now()` })
    .where('run_id', '=', runId)
    .where('state', 'in', from)
    .$if(only !== undefined, (q) => q.where('photo_id', 'in', [...(only ?? [])]))
    .returning('photo_id')
    .execute();
  return rows.map((row) => row.photo_id);
}

/** Marks a photo in work as done or failed; false when the lease is lost. */
export async function finishRunPhoto(
  tx: Tx,
  claim: { runId: string; photoId: string; token: string },
  outcome: { state: 'done' } | { state: 'failed'; error: StoredRefusal },
): Promise<boolean> {
  const row = await tx
    .updateTable('run_photos')
    .set({
      state: outcome.state,
      error: outcome.state === 'failed' ? JSON.stringify(outcome.error) : null,
      lease_token: null,
      lease_until: null,
      finished_at: sql`now()`,
    })
    .where('run_id', '=', claim.runId)
    .where('photo_id', '=', claim.photoId)
    .where('state', '=', 'working')
    .where('lease_token', '=', claim.token)
    .returning('photo_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a run with its state and settled credits, and sets when a mail about it is due. */
export async function closeRun(
  tx: Tx,
  run: Pick<RunRow, 'id' | 'created_at' | 'self_started'>,
  { state, settled, now }: { state: RunState; settled: number; now: Date },
): Promise<void> {
  const ended = { state, startedAt: run.created_at, endedAt: now, isSelfStarted: run.self_started };
  await tx
    .updateTable('runs')
    .set({ state, settled, finished_at: now, tell_at: notifyAt(ended) })
    .where('id', '=', run.id)
    .execute();
}

/** Marks that a run's end need not be told any more; false when it was marked before. */
export async function markNotified(tx: Tx, runId: string): Promise<boolean> {
  const row = await tx
    .updateTable('runs')
    .set({ tell_at: null })
    .where('id', '=', runId)
    .where('tell_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns open runs in which any of the photos still waits. */
export async function runsWaitingFor(
  tx: Tx,
  photoIds: readonly string[],
): Promise<{ id: string; batch_id: string }[]> {
  if (photoIds.length === 0) return [];
  return tx
    .selectFrom('runs')
    .select(['id', 'batch_id'])
    .where('state', 'in', ['queued', 'running'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('run_photos')
        .select('run_id')
        .where('state', '=', 'waiting')
        .where('photo_id', 'in', [...photoIds]),
    )
    .orderBy('id')
    .execute();
}
