import type { Selectable } from 'kysely';
import type { WebhookState } from '#domain/users/webhooks.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type WebhookRow = Selectable<DB['webhooks']>;

/** Stores a webhook, and the turn of its account. */
export async function insertWebhook(tx: Tx, row: Omit<WebhookRow, 'state'>): Promise<WebhookRow> {
  await tx
    .insertInto('webhook_turns')
    .values({ user_id: row.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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

/** Returns an own webhook, which is not removed before the end of the transaction; undefined where there is none of that id. */
export async function keepWebhook(
  tx: Tx,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
}

/** Returns a person's webhooks that are on. They are not removed before the end of the transaction, which is about to write their messages. */
export async function keepWebhooksThatAreOn(tx: Tx, userId: string): Promise<WebhookRow[]> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'on')
    .orderBy('id')
    .forKeyShare()
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

/** Ends all webhooks of an account. */
export async function deleteAllWebhooks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('user_id', '=', userId).execute();
}

export async function switchOn(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ state: 'on' })
    .where('id', '=', webhookId)
    .where('state', '!=', 'on')
    .execute();
}

/** Returns false where it was not on. */
export async function switchOff(
  tx: Tx,
  webhookId: string,
  state: Exclude<WebhookState, 'on'>,
): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ state })
    .where('id', '=', webhookId)
    .where('state', '=', 'on')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
