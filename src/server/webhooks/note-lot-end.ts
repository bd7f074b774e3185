import * as z from 'zod';
import type { LotEnded } from '#contract/api/v1.ts';
import { hasKeys } from '#domain/users/api-keys.ts';
import { eventOfEnd } from '#domain/users/webhooks.ts';
import type { App, Tx } from '#server/app.ts';
import { readStoredFields } from '#server/users/user-store.ts';
import { insertDeliveries } from '#server/webhooks/delivery-store.ts';
import { keepWebhooksThatAreOn } from '#server/webhooks/webhook-store.ts';

/** Job that sends every message that is due. */
export const DELIVER_WEBHOOKS = { name: 'deliver-webhooks', payload: z.object({}) } as const;

interface LotEnd extends Omit<LotEnded['data'], 'state'> {
  readonly ownerId: string;
  readonly state: string;
  readonly now: Date;
}

/** Writes a message for each webhook of the owner that wants it, in the transaction that ends the lot's run. */
export async function noteLotEnd(tx: Tx, app: App, { ownerId, now, ...end }: LotEnd): Promise<void> {
  const type = eventOfEnd(end.state);
  if (type === null) return;
  const wanting = (await keepWebhooksThatAreOn(tx, ownerId)).filter(({ events }) => events.includes(type));
  if (wanting.length === 0 || !hasKeys(await readStoredFields(tx, ownerId), now)) return;
  const data = { ...end, state: end.state as LotEnded['data']['state'] };
  const message: LotEnded = { type, timestamp: now.toISOString(), data };
  const body = JSON.stringify(message);
  await insertDeliveries(
    tx,
    wanting.map(({ id: webhook_id }) => ({
      id: app.newId('msg'),
      webhook_id,
      user_id: ownerId,
      event: type,
      body,
      created_at: now,
      due_at: now,
    })),
  );
  await app.queue.send(tx, DELIVER_WEBHOOKS, {});
}
