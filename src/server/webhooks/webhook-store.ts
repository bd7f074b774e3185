import { type Selectable, sql } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type WebhookRow = Selectable<DB['webhooks']>;
export type DeliveryRow = Selectable<DB['webhook_deliveries']>;

/** The next process may take a message whose process ended, after so long. */
const LEASE_MS = 60_000;

export async function insertWebhook(tx: Tx, row: Omit<WebhookRow, 'told_at'>): Promise<WebhookRow> {
  return tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns a person's webhooks, newest first. */
export async function findWebhooks(db: Db | Tx, userId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes an own webhook with its messages. Returns false where there is none of that id. */
export async function deleteWebhook(
  db: Db,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('webhooks')
    .where('id', '=', webhookId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDelivery(
  tx: Tx,
  row: Pick<DeliveryRow, 'id' | 'webhook_id' | 'user_id' | 'type' | 'body' | 'created_at' | 'due_at'>,
): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(row).execute();
}

/** Returns a webhook's newest messages. */
export async function newestDeliveries(db: Db, webhookId: string, most: number): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Has a message sent from its first try on. Returns false where the person has none of that id there. */
export async function resetDelivery(
  tx: Tx,
  {
    userId,
    webhookId,
    deliveryId,
    now,
  }: { userId: string; webhookId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({ tries: 0, due_at: now, arrived_at: null })
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface ClaimedDelivery extends DeliveryRow {
  readonly url: string;
  readonly sealed_secret: string;
}

/** Takes the message that is due longest and counts the try; null: none is due. Those of suspended accounts wait. */
export async function claimDelivery(tx: Tx, now: Date): Promise<ClaimedDelivery | null> {
  const due = await tx
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .innerJoin('users', 'users.id', 'webhook_deliveries.user_id')
    .select(['webhook_deliveries.id', 'url', 'sealed_secret'])
    .where('due_at', '<=', now)
    .where('users.suspended_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .forUpdate('webhook_deliveries')
    .skipLocked()
    .executeTakeFirst();
  if (!due) return null;
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({ tries: sql<number>`tries + 1`, tried_at: now, due_at: new Date(now.getTime() + LEASE_MS) })
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, url: due.url, sealed_secret: due.sealed_secret };
}

/** Notes what became of a try; one that another try has overtaken stays as it is. */
export async function noteTry(
  tx: Tx,
  { id, tries }: DeliveryRow,
  outcome: Pick<DeliveryRow, 'status' | 'due_at' | 'arrived_at'>,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set(outcome)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute();
}

/** Notes that a webhook's owner is told of a message that was given up. Returns false where they were told before. */
export async function markTold(tx: Tx, webhookId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ told_at: now })
    .where('id', '=', webhookId)
    .where('told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function clearTold(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ told_at: null })
    .where('id', '=', webhookId)
    .where('told_at', 'is not', null)
    .execute();
}

/** Deletes messages from before an instant. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}
