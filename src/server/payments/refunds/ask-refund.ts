import { mayAskRefund } from '#domain/credits/withdrawal.ts';
import { AppError } from '#domain/errors.ts';
import { baniOf } from '#domain/payments/amount.ts';
import type { App, User } from '#server/app.ts';
import { findOwnOrder } from '#server/payments/orders/order-store.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';

/** The owner withdraws within 14 days of payment; later only an admin gives money back. */
export async function askRefund(
  app: App,
  user: User,
  input: { orderId: string; shownAmount: number },
): Promise<void> {
  const { orderId, shownAmount } = input;
  const order = await findOwnOrder(app.db, user.id, orderId);
  if (!order.paid_at) throw new AppError('payments/not-refundable');
  if (!mayAskRefund(order.paid_at, app.now())) throw new AppError('payments/refund-too-late');
  const shownBani = baniOf(shownAmount);
  if (shownBani === null) throw new AppError('http/bad-request', { fields: ['shownAmount'] });
  const reason = 'La cererea cumpărătorului';
  await refundOrder(app, user, { orderId, reason, source: 'user', shownBani });
}
