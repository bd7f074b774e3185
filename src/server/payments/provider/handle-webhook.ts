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
 * Handles a notification of the provider, by its very bytes. One that no trusted key signed changes nothing. A signed one is applied in one
 * transaction before it is acknowledged; where it cannot be read, or came too late, a status reading is enqueued at once. The same one
 * twice counts once. `refused` hears of untrusted ones. Throws payments/closed.
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
    app.metrics.notification('not believed');
    refused?.(reading.problem);
    // The provider did sign it: something is new, and a reading tells what.
    const order = reading.signedFor ? await findOrder(app.db, reading.signedFor) : null;
    if (order) await enqueueStatusCheck(app, order.id);
    return payments.acknowledge(reading.problem);
  }
  try {
    app.metrics.notification(await applyNotification(app, reading.notification));
    return payments.acknowledge(null);
  } catch (error) {
    app.metrics.notification('failed');
    app.log.error({ error, orderId: reading.notification.orderId }, 'a payment notification failed');
    return payments.acknowledge('busy');
  }
}

/** Returns what came of it. */
async function applyNotification(
  app: App,
  notification: PaymentNotification,
): Promise<'applied' | 'repeated' | 'read' | 'of no order'> {
  // The button in the provider's admin names the payment and says nothing else of it.
  const named =
    notification.orderId === null && notification.ntpId
      ? await findByProvider(app.db, notification.ntpId)
      : null;
  if (named) return readStatus(app, named.id);
  const order = notification.orderId === null ? null : await findOrder(app.db, notification.orderId);
  if (!order) {
    app.log.error({ orderId: notification.orderId }, 'a verified notification is about no order of ours');
    return 'of no order';
  }
  if (!isReadable(notification, order)) return readStatus(app, order.id);
  return app.change(async (unit) => {
    const seen = {
      bodySha512: notification.bodyHash,
      orderId: order.id,
      providerId: notification.ntpId,
      at: unit.now,
    };
    if (!(await rememberNotification(unit.tx, seen))) return 'repeated';
    await applyPaymentEvent(unit, app, {
      orderId: order.id,
      update: toPaymentUpdate('notification', notification),
    });
    return 'applied';
  });
}

async function readStatus(app: App, orderId: string): Promise<'read'> {
  await enqueueStatusCheck(app, orderId);
  return 'read';
}

/**
 * Returns false where the notification names no payment, no state (number) or, for a paid one, no amount. An unknown number is another
 * matter, which the admins hear of.
 */
function isReadable(
  { ntpId, providerStatus, state, amountBani }: PaymentNotification,
  order: OrderRow,
): boolean {
  if (!ntpId && order.provider_id !== null) return false;
  return providerStatus !== null && (state !== 'paid' || amountBani !== null);
}
