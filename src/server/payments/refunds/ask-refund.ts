import type { RefundQuote } from '#contract/orders.ts';
import { mayAskRefund } from '#domain/credits/withdrawal.ts';
import { AppError } from '#domain/errors.ts';
import { baniOf, leiOf } from '#domain/payments/amount.ts';
import type { App, User } from '#server/app.ts';
import { findOwnOrder } from '#server/payments/orders/order-store.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { proposeRefund, readPlanAfter } from '#server/payments/refunds/refund-proposal-view.ts';
import { liveRefund } from '#server/payments/refunds/refund-store.ts';

/** Returns what the owner would get back now, and what goes with it. Refuses as the asking itself would. */
export async function quoteRefund(
  app: App,
  user: User,
  { orderId }: { orderId: string },
): Promise<RefundQuote> {
  const order = await findOwnOrder(app.db, user.id, orderId);
  if (await liveRefund(app.db, orderId)) throw new AppError('payments/refund-exists');
  if (!app.payments) throw new AppError('payments/closed');
  const proposal = await proposeRefund(app, order);
  if (!order.paid_at || !proposal) throw new AppError('payments/not-refundable');
  if (!mayAskRefund(order.paid_at, app.now())) throw new AppError('payments/refund-too-late');
  const { amountBani, credits, period } = proposal;
  if (amountBani === 0) throw new AppError('payments/nothing-to-refund');
  const planAfter = order.kind === 'plan' ? await readPlanAfter(app, order) : null;
  return { amount: leiOf(amountBani), credits, period, planAfter };
}

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
