import { hasKeys } from '#domain/users/api-keys.ts';
import { GONE, MOST_TRIES, pauseAfter, TEST_EVENT } from '#domain/users/webhooks.ts';
import type { App, Unit } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { lockUser, readStoredFields } from '#server/users/user-store.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  endTurn,
  giveUpWaiting,
  noteTry,
  postponeDelivery,
} from '#server/webhooks/delivery-store.ts';
import { DELIVER_WEBHOOKS } from '#server/webhooks/note-lot-end.ts';
import { openSecret, signMessage } from '#server/webhooks/sign-message.ts';
import { switchOff, switchOn } from '#server/webhooks/webhook-store.ts';

/** After it a message of an account whose plan is over is looked at again. */
const SLEEP_MS = 3_600_000;
/** The clock's own job would come up to a minute late. */
const SOON_SECONDS = 60;

interface Tried {
  readonly claimed: ClaimedDelivery;
  readonly status: number | null;
}

/** Job, at each message and every minute: sends the messages that are due. One whose process ended goes again under its own id. */
export async function deliverWebhooks(app: App): Promise<void> {
  for (;;) {
    const token = app.newId('lea');
    const claimed = await app.change(({ tx }) => claimDelivery(tx, { now: app.now(), token }));
    if (claimed === null) return;
    if (hasKeys(await readStoredFields(app.db, claimed.user_id), app.now())) {
      const status = await sendMessage(app, claimed);
      await app.change((unit) => settleTry(unit, app, { claimed, status }));
    } else await app.change((unit) => putToSleep(unit, claimed));
  }
}

async function putToSleep({ tx, now }: Unit, claimed: ClaimedDelivery): Promise<void> {
  await postponeDelivery(tx, claimed, new Date(now.getTime() + SLEEP_MS));
  await endTurn(tx, claimed, now);
}

async function sendMessage(app: App, { id, body, url, ...row }: ClaimedDelivery): Promise<number | null> {
  // Each try ended with its process: no answer is left to wait for.
  if (row.tries > MOST_TRIES) return null;
  const secret = openSecret(app, row.webhook_id, row.sealed_secret);
  if (secret === null) {
    app.log.error({ webhookId: row.webhook_id }, 'the secret of a webhook cannot be opened');
    return null;
  }
  return app.webhooks.send({ url, body, headers: signMessage(secret, { id, body, at: app.now() }) });
}

async function settleTry(unit: Unit, app: App, tried: Tried): Promise<void> {
  // The account first, as its deletion does.
  const owner = await lockUser(unit.tx, tried.claimed.user_id);
  if (!owner) return;
  await noteOutcome(unit, app, { ...tried, address: owner.email });
  await endTurn(unit.tx, tried.claimed, app.now());
}

async function noteOutcome(unit: Unit, app: App, tried: Tried & { address: string }): Promise<void> {
  const { tx } = unit;
  const { claimed, status } = tried;
  const now = app.now();
  const hasArrived = status !== null && status >= 200 && status < 300;
  const isGone = status === GONE;
  const pause = hasArrived || isGone ? null : pauseAfter(claimed.event, claimed.tries);
  const isNoted = await noteTry(tx, claimed, {
    status,
    tried_at: now,
    arrived_at: hasArrived ? now : null,
    due_at: pause === null ? null : new Date(now.getTime() + pause * 1000),
  });
  if (!isNoted) return;
  if (hasArrived) await switchOn(tx, claimed.webhook_id);
  else if (pause !== null) await comeBackSoon(unit, app, pause);
  else if (isGone || claimed.event !== TEST_EVENT) await putOff(unit, app, tried);
}

async function comeBackSoon({ tx }: Unit, app: App, pause: number): Promise<void> {
  if (pause < SOON_SECONDS) await app.queue.send(tx, { ...DELIVER_WEBHOOKS, inSeconds: pause }, {});
}

/** Puts a webhook off, gives up what waits for it and tells its owner, once until it is on again. */
async function putOff(
  { tx, now }: Unit,
  app: App,
  { claimed, status, address }: Tried & { address: string },
): Promise<void> {
  const { webhook_id: webhookId, user_id: userId } = claimed;
  if (!(await switchOff(tx, webhookId, status === GONE ? 'gone' : 'off'))) return;
  await giveUpWaiting(tx, webhookId);
  const ref = `${webhookId} ${now.toISOString()}`;
  await queueMail(tx, app, { kind: 'webhook-put-off', ref, userId, address, data: { status } });
}
