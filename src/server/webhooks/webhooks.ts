import type { TestMessage } from '#contract/api/v1.ts';
import type { Delivery, NewWebhook, Webhook, Webhooks } from '#contract/api/webhooks.ts';
import { AppError } from '#domain/errors.ts';
import { hasKeys } from '#domain/users/api-keys.ts';
import { MOST_WEBHOOKS, TEST_EVENT } from '#domain/users/webhooks.ts';
import type { App, Tx, User } from '#server/app.ts';
import { lockProven } from '#server/users/keys/lock-proven.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';
import { lockUser, readStoredFields } from '#server/users/user-store.ts';
import {
  type DeliveryRow,
  insertDeliveries,
  newestDeliveries,
  resetDelivery,
} from '#server/webhooks/delivery-store.ts';
import { DELIVER_WEBHOOKS } from '#server/webhooks/note-lot-end.ts';
import { createSecret, sealSecret } from '#server/webhooks/sign-message.ts';
import {
  deleteWebhook,
  findWebhooks,
  insertWebhook,
  keepWebhook,
  type WebhookRow,
} from '#server/webhooks/webhook-store.ts';

/** Messages that the settings list of each webhook. */
const SHOWN = 50;

function asDelivery(row: DeliveryRow): Delivery {
  const { id, event, tries, status } = row;
  const isOver = row.due_at === null;
  return {
    id,
    event,
    state: row.arrived_at !== null ? 'arrived' : isOver ? 'given-up' : 'waiting',
    tries,
    status,
    createdAt: row.created_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
    dueAt: row.due_at?.toISOString() ?? null,
  };
}

function asWebhook(row: WebhookRow, deliveries: readonly DeliveryRow[]): Webhook {
  const { id, url, events, state } = row;
  const createdAt = row.created_at.toISOString();
  return { id, url, events, state, createdAt, deliveries: deliveries.map(asDelivery) };
}

export async function readWebhooks(app: App, user: User): Promise<Webhooks> {
  const rows = await findWebhooks(app.db, user.id);
  const webhooks = await Promise.all(
    rows.map(async (row) => asWebhook(row, await newestDeliveries(app.db, row.id, SHOWN))),
  );
  return { webhooks, areAwake: hasKeys(await readStoredFields(app.db, user.id), app.now()) };
}

/** Locks an account that neither ends nor is suspended meanwhile. Throws `auth/suspended`, `auth/session-required` for a deleted one. */
async function lockOwner(tx: Tx, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) throw new AppError('auth/session-required');
  await refuseSuspended(tx, userId);
}

/** Throws `users/keys-need-plan`. */
async function refuseWithoutPlan(tx: Tx, userId: string, now: Date): Promise<void> {
  if (!hasKeys(await readStoredFields(tx, userId), now)) throw new AppError('users/keys-need-plan');
}

/**
 * Makes a webhook and returns its secret, which is not told again; its owner is mailed. Throws `users/webhook-address`,
 * `users/too-many-webhooks`, `users/keys-need-plan`, and what lockProven throws.
 */
export async function makeWebhook(
  app: App,
  user: User,
  { url: typed, events }: NewWebhook,
): Promise<{ secret: string; webhook: Webhook }> {
  const url = app.webhooks.tidyAddress(typed);
  if (url === null) throw new AppError('users/webhook-address');
  const secret = createSecret();
  const id = app.newId('whk');
  const row = await app.change(async ({ tx, now }) => {
    const { email } = await lockProven(tx, user.id);
    await refuseWithoutPlan(tx, user.id, now);
    if ((await findWebhooks(tx, user.id)).length >= MOST_WEBHOOKS)
      throw new AppError('users/too-many-webhooks', { limit: MOST_WEBHOOKS });
    await mailSignInChange(tx, app, { userId: user.id, address: email, data: { what: 'webhook-made' } });
    return insertWebhook(tx, {
      id,
      user_id: user.id,
      url,
      events: [...new Set(events)],
      sealed_secret: sealSecret(app, id, secret),
      created_at: now,
    });
  });
  return { secret, webhook: asWebhook(row, []) };
}

/** Throws `http/not-found`. */
export async function endWebhook(app: App, user: User, webhookId: string): Promise<void> {
  if (!(await deleteWebhook(app.db, { userId: user.id, webhookId }))) throw new AppError('http/not-found');
}

/** Changes what is sent to an own webhook, and has it sent. Throws `http/not-found`, `users/keys-need-plan`, and what lockOwner throws. */
async function sendTo(
  app: App,
  own: { userId: string; webhookId: string },
  change: (tx: Tx, now: Date) => Promise<void>,
): Promise<void> {
  await app.change(async ({ tx, now }) => {
    await lockOwner(tx, own.userId);
    if (!(await keepWebhook(tx, own))) throw new AppError('http/not-found');
    await refuseWithoutPlan(tx, own.userId, now);
    await change(tx, now);
    await app.queue.send(tx, DELIVER_WEBHOOKS, {});
  });
}

/** Sends a message for trying, once; one that arrives switches the webhook on. Throws what sendTo throws. */
export async function testWebhook(app: App, user: User, webhookId: string): Promise<void> {
  await sendTo(app, { userId: user.id, webhookId }, async (tx, now) => {
    const message: TestMessage = { type: TEST_EVENT, timestamp: now.toISOString(), data: { webhookId } };
    const body = JSON.stringify(message);
    const about = { webhook_id: webhookId, user_id: user.id, created_at: now, due_at: now };
    await insertDeliveries(tx, [{ id: app.newId('msg'), event: TEST_EVENT, body, ...about }]);
  });
}

/** Sends a message again, from its first try on. Throws what sendTo throws. */
export async function replayDelivery(
  app: App,
  user: User,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<void> {
  await sendTo(app, { userId: user.id, webhookId }, async (tx, now) => {
    if (!(await resetDelivery(tx, { webhookId, deliveryId, now }))) throw new AppError('http/not-found');
  });
}
