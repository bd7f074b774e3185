import type { Delivery, Webhook, Webhooks } from '#contract/api/webhooks.ts';
import { AppError } from '#domain/errors.ts';
import { hasKeys } from '#domain/users/api-keys.ts';
import { MOST_WEBHOOKS } from '#domain/users/webhooks.ts';
import type { App, User } from '#server/app.ts';
import { lockUser, readStoredFields } from '#server/users/user-store.ts';
import { DELIVER_WEBHOOKS } from '#server/webhooks/note-lot-end.ts';
import { createSecret, sealSecret } from '#server/webhooks/sign-message.ts';
import {
  type DeliveryRow,
  deleteWebhook,
  findWebhooks,
  insertWebhook,
  newestDeliveries,
  resetDelivery,
  type WebhookRow,
} from '#server/webhooks/webhook-store.ts';

/** Messages that the settings list of each webhook. */
const SHOWN = 20;

function asDelivery(row: DeliveryRow): Delivery {
  const isOver = row.due_at === null;
  return {
    id: row.id,
    type: row.type,
    state: row.arrived_at !== null ? 'arrived' : isOver ? 'given-up' : 'waiting',
    tries: row.tries,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
  };
}

function asWebhook(row: WebhookRow, deliveries: readonly DeliveryRow[]): Webhook {
  return {
    id: row.id,
    url: row.url,
    createdAt: row.created_at.toISOString(),
    deliveries: deliveries.map(asDelivery),
  };
}

export async function readWebhooks(app: App, user: User): Promise<Webhooks> {
  const rows = await findWebhooks(app.db, user.id);
  const webhooks = await Promise.all(
    rows.map(async (row) => asWebhook(row, await newestDeliveries(app.db, row.id, SHOWN))),
  );
  return { webhooks, areAwake: hasKeys(await readStoredFields(app.db, user.id), app.now()) };
}

/**
 * Makes a webhook and returns its secret, which is not told again. Throws `users/webhook-address`, `users/keys-need-plan`,
 * `users/too-many-webhooks`, `auth/session-required` for a deleted account.
 */
export async function makeWebhook(
  app: App,
  user: User,
  url: string,
): Promise<{ secret: string; webhook: Webhook }> {
  if (!app.webhooks.takes(url)) throw new AppError('users/webhook-address');
  const secret = createSecret();
  const id = app.newId('whk');
  const row = await app.change(async ({ tx }) => {
    if (!(await lockUser(tx, user.id))) throw new AppError('auth/session-required');
    const now = app.now();
    if (!hasKeys(await readStoredFields(tx, user.id), now)) throw new AppError('users/keys-need-plan');
    if ((await findWebhooks(tx, user.id)).length >= MOST_WEBHOOKS)
      throw new AppError('users/too-many-webhooks', { limit: MOST_WEBHOOKS });
    const sealed = sealSecret(app, id, secret);
    return insertWebhook(tx, { id, user_id: user.id, url, sealed_secret: sealed, created_at: now });
  });
  return { secret, webhook: asWebhook(row, []) };
}

/** Throws `http/not-found`. */
export async function endWebhook(app: App, user: User, webhookId: string): Promise<void> {
  if (!(await deleteWebhook(app.db, { userId: user.id, webhookId }))) throw new AppError('http/not-found');
}

/** Sends a message again, from its first try on. Throws `http/not-found`. */
export async function replayDelivery(
  app: App,
  user: User,
  which: { webhookId: string; deliveryId: string },
): Promise<void> {
  await app.change(async ({ tx }) => {
    if (!(await resetDelivery(tx, { ...which, userId: user.id, now: app.now() })))
      throw new AppError('http/not-found');
    await app.queue.send(tx, DELIVER_WEBHOOKS, {});
  });
}
