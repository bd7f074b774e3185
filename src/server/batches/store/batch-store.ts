import { type Selectable, sql } from 'kysely';
import { isDefaultBatchName, unusedBatchName } from '#domain/batches/lot-name.ts';
import type { PhotoOrder } from '#domain/batches/order.ts';
import type { BatchState } from '#domain/batches/states.ts';
import { CLOSED_WINDOW, type CreditWindow } from '#domain/credits/cost.ts';
import { AppError } from '#domain/errors.ts';
import type { PlanLimits } from '#domain/plans/plan.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { ShotList } from '#domain/shots/shots.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Changes, Db, Tx, Unit } from '#server/app.ts';

export type BatchRow = Selectable<DB['batches']>;

export interface NewBatch {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  /** Missing: the column's default. */
  readonly filePattern?: string | undefined;
}

/** Inserts a batch with the user's next number: LOT 0001, LOT 0002 … Throws `auth/session-required` when the account is deleted. */
export async function insertBatch({ tx, changes }: Unit, batch: NewBatch): Promise<void> {
  const { batch_count } = await tx
    .updateTable('users')
    .set((eb) => ({ batch_count: eb('batch_count', '+', 1) }))
    .where('id', '=', batch.ownerId)
    .where('deleted_at', 'is', null)
    .returning('batch_count')
    .executeTakeFirstOrThrow(() => new AppError('auth/session-required'));
  await tx
    .insertInto('batches')
    .values({
      id: batch.id,
      owner_id: batch.ownerId,
      number: batch_count,
      name: (await distinctName(tx, batch)) || `Lotul ${batch_count}`,
      recipe: JSON.stringify(batch.recipe),
      outputs: JSON.stringify(batch.outputs),
      ...(batch.filePattern !== undefined && { file_pattern: batch.filePattern }),
    })
    .execute();
  changes.list(batch.ownerId, 'batches');
}

/**
 * A typed name stays; a default name is made distinct from others of its day. The owner's row is locked, so no other batch comes between.
 */
async function distinctName(tx: Tx, { ownerId, name }: NewBatch): Promise<string> {
  if (!isDefaultBatchName(name)) return name;
  const rows = await tx
    .selectFrom('batches')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('name', 'like', `${name}%`)
    .execute();
  return unusedBatchName(name, new Set(rows.map((row) => row.name)));
}

/** Returns the order chosen last, else by hand if photos were ordered so, else by time. */
export function getPhotoOrder(batch: Pick<BatchRow, 'ordered_by_hand' | 'photo_order'>): PhotoOrder {
  return batch.photo_order ?? (batch.ordered_by_hand ? 'hand' : 'time');
}

/** Returns the user's batch. Throws `batches/not-found` when it is deleted or another user's. */
export async function findBatch(db: Db | Tx, ownerId: string, batchId: string): Promise<BatchRow> {
  const row = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', batchId)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('batches/not-found');
  return row;
}

/** Returns the batch's row, locked until the transaction ends; lock it after the account and before the run. Throws `batches/not-found`. */
export async function lockBatch(tx: Tx, ownerId: string, batchId: string): Promise<BatchRow> {
  const row = await tx
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', batchId)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('batches/not-found');
  return row;
}

export interface BatchEdit {
  readonly name?: string;
  readonly recipe?: Recipe;
  readonly outputs?: readonly OutputChoice[];
  readonly filePattern?: string;
  readonly orderedByHand?: boolean;
  /** Replaces an order by hand; null: no. */
  readonly photoOrder?: 'time' | 'name' | null;
  readonly shotList?: ShotList | null;
  readonly state?: BatchState;
  readonly deletedAt?: Date;
}

/** Raises the batch's rev and returns it. */
export async function updateBatch(tx: Tx, batchId: string, edit: BatchEdit): Promise<number> {
  const { rev } = await tx
    .updateTable('batches')
    .set({
      ...(edit.name !== undefined && { name: edit.name }),
      ...(edit.recipe && { recipe: JSON.stringify(edit.recipe) }),
      ...(edit.outputs && { outputs: JSON.stringify(edit.outputs) }),
      ...(edit.filePattern !== undefined && { file_pattern: edit.filePattern }),
      ...(edit.orderedByHand !== undefined && { ordered_by_hand: edit.orderedByHand }),
      ...(edit.photoOrder !== undefined && { photo_order: edit.photoOrder }),
      ...(edit.shotList !== undefined && { shot_list: edit.shotList && JSON.stringify(edit.shotList) }),
      ...(edit.state && { state: edit.state }),
      ...(edit.deletedAt && { deleted_at: edit.deletedAt }),
      rev: sql`rev + 1`,
    })
    .where('id', '=', batchId)
    .returning('rev')
    .executeTakeFirstOrThrow();
  return rev;
}

/** Tells every tab to reload the batch. The rev was or will be raised in this transaction. */
export function batchChanged(changes: Changes, ownerId: string, batchId: string): void {
  changes.document(ownerId, `batches/${batchId}`);
  changes.list(ownerId, 'batches');
}

/** Raises the batch's rev and sends the merge patch that leads to it. */
export async function patchBatch(
  { tx, changes }: Unit,
  batch: { id: string; owner_id: string },
  patch: object,
) {
  const { rev } = await tx
    .updateTable('batches')
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', batch.id)
    .returning('rev')
    .executeTakeFirstOrThrow();
  changes.patch(batch.owner_id, `batches/${batch.id}`, { rev, patch });
}

export function isWindowOpen(batch: Pick<BatchRow, 'window_ends_at'>, now: Date): boolean {
  return batch.window_ends_at !== null && batch.window_ends_at > now;
}

/** Returns the window (W and C) as a start freezes it; closed: nothing paid yet. */
export async function openWindow(db: Db | Tx, batch: BatchRow, now: Date): Promise<CreditWindow> {
  if (!isWindowOpen(batch, now)) return CLOSED_WINDOW;
  const rows = await db
    .selectFrom('batch_window_photos')
    .select('photo_id')
    .where('batch_id', '=', batch.id)
    .execute();
  return { photoIds: rows.map((row) => row.photo_id), credits: batch.window_credits };
}

export interface WindowStep {
  readonly donePhotoIds: readonly string[];
  readonly credits: number;
  readonly endsAt: Date | null;
  readonly limits: PlanLimits;
  /** The window was closed when the run started: its earlier photos are forgotten. */
  readonly isNew: boolean;
}

/** Stores the window after a settlement, and adds the photos that are done. */
export async function moveWindow(tx: Tx, batchId: string, step: WindowStep): Promise<void> {
  if (step.isNew) await tx.deleteFrom('batch_window_photos').where('batch_id', '=', batchId).execute();
  await tx
    .updateTable('batches')
    .set({
      window_credits: step.credits,
      window_ends_at: step.endsAt,
      window_limits: JSON.stringify(step.limits),
    })
    .where('id', '=', batchId)
    .execute();
  if (step.donePhotoIds.length === 0) return;
  await tx
    .insertInto('batch_window_photos')
    .values(step.donePhotoIds.map((photo_id) => ({ batch_id: batchId, photo_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
