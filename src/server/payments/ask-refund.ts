import { mayAskRefund } from '#domain/credits/withdrawal.ts';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { findOwnOrder } from '#server/payments/order-store.ts';
import { refundOrder } from '#server/payments/refund-order.ts';

/** A refund by the owner, on request within 14 days of payment; later only by an admin. */
export async function askRefund(app: App, user: User, { orderId }: { orderId: string }): Promise<void> {
  const order = await findOwnOrder(app.db, user.id, orderId);
  if (!order.paid_at) throw new AppError('payments/not-refundable');
  if (!mayAskRefund(order.paid_at, app.now())) throw new AppError('payments/refund-too-late');
  await refundOrder(app, user, { orderId, reason: 'La cererea cumpărătorului', source: 'user' });
}
