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
/** An order's number is enough to come back as often as one likes: the provider hears of it this often. */
const READING_SECONDS = 5;

/**
 * The browser is back from the provider or from the bank. A bank's reply is handed on once; everything else is asked from the provider by a
 * job, so that this request does not wait for it. What the browser itself says is worth nothing.
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
  // Of one that has its money a browser brings no news.
  if (!order.is_granted) await enqueueStatusCheck(app, orderId);
}

export async function enqueueStatusCheck(app: App, orderId: string): Promise<void> {
  const merged = { key: orderId, seconds: READING_SECONDS };
  await app.change(({ tx }) => app.queue.send(tx, { ...CHECK_ORDER, merged }, { orderId }));
}

export async function runStatusCheck(app: App, { orderId }: { orderId: string }): Promise<void> {
  await checkOrderNow(app, orderId);
}
