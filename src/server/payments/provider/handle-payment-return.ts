import * as z from 'zod';
import type { App } from '#server/app.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { checkOrderNow } from '#server/payments/provider/check-order.ts';
import { toPaymentUpdate } from '#server/payments/provider/payment-update.ts';
import { findOrder } from '#server/payments/store/order-store.ts';

export const CHECK_ORDER = {
  name: 'check-order',
  payload: z.object({ orderId: z.string().min(1) }),
} as const;
/** Anyone who knows an order's number can come back as often as they like: the provider is asked at most this often. */
const READING_SECONDS = 5;

/**
 * The browser is back from the provider or the bank. A bank's reply is handed on once. Everything else a job asks the provider, so that
 * this request does not wait. The browser's own words are never trusted.
 */
export async function handlePaymentReturn(
  app: App,
  orderId: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const order = await findOrder(app.db, orderId);
  if (!order || !app.payments) return;
  if (order.authentication_token && order.provider_id && form.paRes !== undefined) {
    const { authentication_token: authenticationToken, provider_id: ntpId } = order;
    const answer = await app.payments.authenticate({ ntpId, authenticationToken, form });
    if (answer.kind === 'answered')
      await app.change((unit) =>
        applyPaymentEvent(unit, app, { orderId, update: toPaymentUpdate('status', answer.value) }),
      );
  }
  // A browser brings no news of an order that has its money.
  if (!order.is_granted) await enqueueStatusCheck(app, orderId);
}

/** Enqueues a status reading, at most one in READING_SECONDS for an order. */
export async function enqueueStatusCheck(app: App, orderId: string): Promise<void> {
  const merged = { key: orderId, seconds: READING_SECONDS };
  await app.change(({ tx }) => app.queue.send(tx, { ...CHECK_ORDER, merged }, { orderId }));
}

export async function runStatusCheck(app: App, { orderId }: { orderId: string }): Promise<void> {
  await checkOrderNow(app, orderId);
}
