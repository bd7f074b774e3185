import { type Selectable, sql } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type DeliveryRow = Selectable<DB['webhook_deliveries']>;

/** Longer than a try lasts: a message goes twice only if its process ended or stood still. */
const LEASE_MS = 60_000;
/** Messages that a process sends at once. */
export const PLACES = 8;
/** Of them for accounts with a slow program, of all processes together: the others wait for no time limit of theirs. */
const SLOW_PLACES = PLACES / 2;
/** A turn that lasts longer is slow, whatever was answered. */
const SLOW_MS = 3000;
/** After it a slow account has all places again. */
const SLOW_FOR_MS = 3_600_000;
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
 * Claims a due message under a lease, and counts the try; null: none can be claimed. One of an account is sent at a time, so claims wait for each
 * other. The account that was served longest ago is next, with the message that is due longest; slow ones share a part of the places.
 */
export async function claimDelivery(
  tx: Tx,
  { now, token }: { now: Date; token: string },
): Promise<ClaimedDelivery | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('claims of webhook messages', 0))`.execute(tx);
  const due = await findNext(tx, now);
  if (!due) return null;
  const lease = { lease_token: token, lease_until: new Date(now.getTime() + LEASE_MS) };
  await tx
    .updateTable('webhook_turns')
    .set({ ...lease, served_at: now })
    .where('user_id', '=', due.user_id)
    .execute();
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({ ...lease, tries: sql<number>`tries + 1` })
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, url: due.url, sealed_secret: due.sealed_secret };
}

async function findNext(tx: Tx, now: Date) {
  const slowSince = new Date(now.getTime() - SLOW_FOR_MS);
  return tx
    .selectFrom('webhook_deliveries as due')
    .innerJoin('webhooks', 'webhooks.id', 'due.webhook_id')
    .leftJoin('webhook_turns as turn', 'turn.user_id', 'due.user_id')
    .select(['due.id', 'due.user_id', 'webhooks.url', 'webhooks.sealed_secret'])
    .where('due.due_at', '<=', now)
    .where((all) => all.or([all('due.lease_until', 'is', null), all('due.lease_until', '<=', now)]))
    .where((all) => all.or([all('turn.lease_until', 'is', null), all('turn.lease_until', '<=', now)]))
    .where((all) =>
      all.or([
        all('turn.slow_at', 'is', null),
        all('turn.slow_at', '<=', slowSince),
        all(
          all
            .selectFrom('webhook_turns as other')
            .select((count) => count.fn.countAll().as('n'))
            .where('other.lease_until', '>', now)
            .where('other.slow_at', '>', slowSince),
          '<',
          SLOW_PLACES,
        ),
      ]),
    )
    .orderBy('turn.served_at', (order) => order.asc().nullsFirst())
    .orderBy('due.due_at')
    .orderBy('due.id')
    .limit(1)
    .forNoKeyUpdate('due')
    .skipLocked()
    .executeTakeFirst();
}

/** Ends the turn of a claimed message's account, and notes if it was a slow one. After all else that its transaction changes, as claims do. */
export async function endTurn(tx: Tx, claimed: DeliveryRow, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_turns')
    .set({
      ...FREE,
      slow_at: sql`case when served_at < ${new Date(now.getTime() - SLOW_MS)} then ${now} else slow_at end`,
    })
    .where('user_id', '=', claimed.user_id)
    .where('lease_token', '=', claimed.lease_token)
    .execute();
}

/** Gives a claimed message back unsent, as if it had not been claimed, until an instant. */
export async function postponeDelivery(tx: Tx, claimed: DeliveryRow, until: Date): Promise<void> {
  await tx
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
