import * as z from 'zod';
import { hasKeys } from '#domain/users/api-keys.ts';
import { typeOfEnd } from '#domain/users/webhooks.ts';
import type { App, Tx } from '#server/app.ts';
import { readStoredFields } from '#server/users/user-store.ts';
import { findWebhooks, insertDelivery } from '#server/webhooks/webhook-store.ts';

/** Job that sends every message that is due. */
export const DELIVER_WEBHOOKS = { name: 'deliver-webhooks', payload: z.object({}) } as const;

interface LotEnd {
  readonly ownerId: string;
  readonly batchId: string;
  readonly runId: string;
  readonly state: string;
  /** Photos that came out, and that did not. */
  readonly done: number;
  readonly failed: number;
  readonly now: Date;
}

/** Writes a message for each webhook of the owner, in the transaction that ends the lot's run. */
export async function noteLotEnd(tx: Tx, app: App, { ownerId, now, ...data }: LotEnd): Promise<void> {
  const type = typeOfEnd(data.state);
  const webhooks = type === null ? [] : await findWebhooks(tx, ownerId);
  if (type === null || webhooks.length === 0) return;
  if (!hasKeys(await readStoredFields(tx, ownerId), now)) return;
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  for (const { id: webhook_id } of webhooks)
    await insertDelivery(tx, {
      id: app.newId('msg'),
      webhook_id,
      user_id: ownerId,
      type,
      body,
      created_at: now,
      due_at: now,
    });
  await app.queue.send(tx, DELIVER_WEBHOOKS, {});
}
