import { isOpen } from '#domain/payments/open-order.ts';
import type { App, User } from '#server/app.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { findOwnOrder } from '#server/payments/store/order-store.ts';

/** „Renunț la plată”: cancels an open order. Money that comes all the same still counts. Throws payments/order-not-found. */
export async function cancelOrder(app: App, user: User, input: { orderId: string }): Promise<void> {
  const { state } = await findOwnOrder(app.db, user.id, input.orderId);
  if (!isOpen(state)) return;
  await app.change((unit) =>
    applyPaymentEvent(unit, app, {
      orderId: input.orderId,
      update: { source: 'user', event: { kind: 'given-up' } },
    }),
  );
}
