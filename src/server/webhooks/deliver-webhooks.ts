import { pauseAfter } from '#domain/users/webhooks.ts';
import type { App, Unit } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { lockUser } from '#server/users/user-store.ts';
import { DELIVER_WEBHOOKS } from '#server/webhooks/note-lot-end.ts';
import { openSecret, signMessage } from '#server/webhooks/sign-message.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  clearTold,
  markTold,
  noteTry,
} from '#server/webhooks/webhook-store.ts';

/** Job, at each end of a lot and every minute: sends the messages that are due. One whose process ended goes again under its own id. */
export async function deliverWebhooks(app: App): Promise<void> {
  for (;;) {
    const claimed = await app.change(({ tx }) => claimDelivery(tx, app.now()));
    if (claimed === null) return;
    const status = await sendMessage(app, claimed);
    await app.change((unit) => settleTry(unit, app, { claimed, status }));
  }
}

async function sendMessage(app: App, { id, body, url, ...row }: ClaimedDelivery): Promise<number | null> {
  const secret = openSecret(app, row.webhook_id, row.sealed_secret);
  if (secret === null) return null;
  return app.webhooks.send({ url, body, headers: signMessage(secret, { id, body, at: app.now() }) });
}

async function settleTry(
  unit: Unit,
  app: App,
  { claimed, status }: { claimed: ClaimedDelivery; status: number | null },
): Promise<void> {
  const { tx } = unit;
  const now = app.now();
  const { webhook_id: webhookId, user_id: userId, tries } = claimed;
  if (status !== null && status >= 200 && status < 300) {
    await noteTry(tx, claimed, { status, due_at: null, arrived_at: now });
    return clearTold(tx, webhookId);
  }
  const pause = pauseAfter(tries);
  const due = pause === null ? null : new Date(now.getTime() + pause * 1000);
  await noteTry(tx, claimed, { status, due_at: due, arrived_at: null });
  // The clock's own job would come up to a minute late.
  if (pause !== null && pause < 60) await app.queue.send(tx, { ...DELIVER_WEBHOOKS, inSeconds: pause }, {});
  if (due === null && (await markTold(tx, webhookId, now))) await tellOwner(unit, app, { claimed, userId });
}

/** Mails the owner once, until a message arrives again. */
async function tellOwner(
  { tx, now }: Unit,
  app: App,
  { claimed, userId }: { claimed: ClaimedDelivery; userId: string },
): Promise<void> {
  const owner = await lockUser(tx, userId);
  if (!owner) return;
  const { host } = new URL(claimed.url);
  const ref = `${claimed.webhook_id} ${now.toISOString()}`;
  await queueMail(tx, app, {
    kind: 'webhook-given-up',
    ref,
    userId,
    address: owner.email,
    data: { host, status: claimed.status },
  });
}
