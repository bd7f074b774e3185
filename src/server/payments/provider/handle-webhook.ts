import { AppError } from '#domain/errors.ts';
import type { NotificationProblem, PaymentNotification } from '#server/adapters/payments/port.ts';
import type { App } from '#server/app.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { enqueueStatusCheck } from '#server/payments/provider/handle-payment-return.ts';
import { toPaymentUpdate } from '#server/payments/provider/payment-update.ts';
import {
  findByProvider,
  findOrder,
  type OrderRow,
  rememberNotification,
} from '#server/payments/store/order-store.ts';

export interface Acknowledgement {
  readonly status: number;
  readonly body: object;
}

interface WebhookRequest {
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A notification of the provider, by its very bytes. What is not signed by a trusted key changes nothing; what is decides the order in one
 * transaction before it is acknowledged; where it cannot be read, or its time is over, a reading of the payment does, at once. The same one twice is one. `refused` hears of what is not believed.
 */
export async function handleWebhook(
  app: App,
  { rawBody, headers }: WebhookRequest,
  refused?: (problem: NotificationProblem) => void,
): Promise<Acknowledgement> {
  const { payments } = app;
  if (!payments) throw new AppError('payments/closed');
  const reading = payments.readNotification(rawBody, headers);
  if (!reading.isVerified) {
    refused?.(reading.problem);
    // The provider did sign it: that something is new is believed, and what it is a reading tells.
    const order = reading.signedFor ? await findOrder(app.db, reading.signedFor) : null;
    if (order) await enqueueStatusCheck(app, order.id);
    return payments.acknowledge(reading.problem);
  }
  try {
    await applyNotification(app, reading.notification);
    return payments.acknowledge(null);
  } catch (error) {
    app.log.error({ error, orderId: reading.notification.orderId }, 'a payment notification failed');
    return payments.acknowledge('busy');
  }
}

async function applyNotification(app: App, notification: PaymentNotification): Promise<void> {
  // The button in the provider's admin names the payment and says nothing of it.
  const named =
    notification.orderId === null && notification.ntpId
      ? await findByProvider(app.db, notification.ntpId)
      : null;
  if (named) return enqueueStatusCheck(app, named.id);
  const order = notification.orderId === null ? null : await findOrder(app.db, notification.orderId);
  if (!order) {
    app.log.error({ orderId: notification.orderId }, 'a verified notification is about no order of ours');
    return;
  }
  if (!isReadable(notification, order)) return enqueueStatusCheck(app, order.id);
  await app.change(async (unit) => {
    const seen = {
      bodySha512: notification.bodyHash,
      orderId: order.id,
      providerId: notification.ntpId,
      at: unit.now,
    };
    if (await rememberNotification(unit.tx, seen))
      await applyPaymentEvent(unit, app, {
        orderId: order.id,
        update: toPaymentUpdate('notification', notification),
      });
  });
}

/**
 * False where it cannot be told what it says: of which payment, in what state (no number), or how much was paid. A number that is not known is another
 * matter, which the admins hear of.
 */
function isReadable(
  { ntpId, providerStatus, state, amountBani }: PaymentNotification,
  order: OrderRow,
): boolean {
  if (!ntpId && order.provider_id !== null) return false;
  return providerStatus !== null && (state !== 'paid' || amountBani !== null);
}
