import { type Selectable, sql } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type DeliveryRow = Selectable<DB['webhook_deliveries']>;

/** Longer than a try lasts: a message goes twice only if its process ended or stood still. */
const LEASE_MS = 60_000;
/** A free place for a message that no process sends. */
const FREE = { lease_token: null, lease_until: null };

type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'user_id' | 'event' | 'body' | 'created_at' | 'due_at'
>;

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values([...rows])
    .execute();
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

/** Has a message sent from its first try on; one that is being sent goes on. Returns false where the webhook has none of that id. */
export async function resetDelivery(
  tx: Tx,
  { webhookId, deliveryId, now }: { webhookId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .select('lease_until')
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return false;
  if (row.lease_until !== null && row.lease_until > now) return true;
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...FREE, tries: 0, due_at: now, arrived_at: null, tried_at: null, status: null })
    .where('id', '=', deliveryId)
    .execute();
  return true;
}

export interface ClaimedDelivery extends DeliveryRow {
  readonly url: string;
  readonly sealed_secret: string;
}

/**
 * Claims the message that is due longest under a lease, and counts the try; null: none can be claimed. One of a person is sent at a time, so
 * that slow programs of one hold up no others.
 */
export async function claimDelivery(
  tx: Tx,
  { now, token }: { now: Date; token: string },
): Promise<ClaimedDelivery | null> {
  const due = await tx
    .selectFrom('webhook_deliveries as due')
    .innerJoin('webhooks', 'webhooks.id', 'due.webhook_id')
    .select(['due.id', 'webhooks.url', 'webhooks.sealed_secret'])
    .where('due.due_at', '<=', now)
    .where((all) => all.or([all('due.lease_until', 'is', null), all('due.lease_until', '<=', now)]))
    .where((all) =>
      all.not(
        all.exists(
          all
            .selectFrom('webhook_deliveries as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'due.user_id')
            .where('other.lease_until', '>', now),
        ),
      ),
    )
    .orderBy('due.due_at')
    .orderBy('due.id')
    .limit(1)
    .forNoKeyUpdate('due')
    .skipLocked()
    .executeTakeFirst();
  if (!due) return null;
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({
      tries: sql<number>`tries + 1`,
      lease_token: token,
      lease_until: new Date(now.getTime() + LEASE_MS),
    })
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, url: due.url, sealed_secret: due.sealed_secret };
}

/** Gives a claimed message back unsent, as if it had not been claimed, until an instant. */
export async function postponeDelivery(db: Db, claimed: DeliveryRow, until: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...FREE, tries: sql<number>`tries - 1`, due_at: until })
    .where('id', '=', claimed.id)
    .where('lease_token', '=', claimed.lease_token)
    .execute();
}

/** Notes what became of a try. Returns false where another process has taken the message meanwhile, or it is gone. */
export async function noteTry(
  tx: Tx,
  claimed: DeliveryRow,
  outcome: Pick<DeliveryRow, 'status' | 'due_at' | 'arrived_at' | 'tried_at'>,
): Promise<boolean> {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({ ...FREE, ...outcome })
    .where('id', '=', claimed.id)
    .where('lease_token', '=', claimed.lease_token)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives up the messages that wait for a webhook, but one that is being sent. */
export async function giveUpWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: null })
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .where('lease_token', 'is', null)
    .execute();
}

/** Deletes messages from before an instant. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}
