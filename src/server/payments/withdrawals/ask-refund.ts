import type { RefundQuote } from '#contract/orders.ts';
import { AppError } from '#domain/errors.ts';
import { toBani, toLei } from '#domain/payments/amount.ts';
import type { App, User } from '#server/app.ts';
import { proposeReturn, readPlanAfter } from '#server/payments/refunds/refund-proposal-view.ts';
import { findDeclarer } from '#server/payments/store/declarer-view.ts';
import { findOwnOrder, type OrderRow } from '#server/payments/store/order-store.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';
import { findWithdrawal, type WithdrawalRow } from '#server/payments/store/withdrawal-store.ts';
import { declareWithdrawal, refuseWithdrawal } from '#server/payments/withdrawals/declare-withdrawal.ts';

/**
 * Returns the amount (lei) that the owner would get back now, with its credits and period. Throws payments/order-not-found, and what
 * quoteWithdrawal throws.
 */
export async function quoteRefund(
  app: App,
  user: User,
  { orderId }: { orderId: string },
): Promise<RefundQuote> {
  const order = await findOwnOrder(app.db, user.id, orderId);
  if (await findWithdrawal(app.db, orderId)) throw new AppError('payments/refund-exists');
  const { amountBani, ...quote } = await quoteWithdrawal(app, order);
  return { amount: toLei(amountBani), ...quote };
}

/**
 * Returns the amount of a withdrawal now. Throws payments/refund-exists, payments/not-refundable, payments/refund-too-late,
 * payments/nothing-to-refund.
 */
export async function quoteWithdrawal(
  app: App,
  order: OrderRow,
): Promise<Omit<RefundQuote, 'amount'> & { amountBani: number }> {
  const live = await liveRefund(app.db, order.id);
  refuseWithdrawal(order, { hasRefund: live?.state === 'done', now: app.now() });
  const planAfter = order.kind === 'plan' ? await readPlanAfter(app, order) : null;
  const { mostBani: _, ...proposal } = await proposeReturn(app, order);
  // An admin's refund is on its way already: this is what it gives.
  if (live) return { ...proposal, planAfter, amountBani: live.amount_bani, credits: live.withdrawn };
  if (proposal.amountBani === 0) throw new AppError('payments/nothing-to-refund');
  return { ...proposal, planAfter };
}

/**
 * Withdraws the owner from the contract, within 14 days of payment; later only an admin gives money back. `shownAmount` is in lei. Throws
 * payments/order-not-found, http/bad-request, and what declareWithdrawal throws.
 */
export async function withdrawFromOwnOrder(
  app: App,
  user: User,
  { orderId, shownAmount }: { orderId: string; shownAmount: number },
): Promise<WithdrawalRow> {
  const order = await findOwnOrder(app.db, user.id, orderId);
  const shownBani = toBani(shownAmount);
  if (shownBani === null) throw new AppError('http/bad-request', { fields: ['shownAmount'] });
  const declarer = await findDeclarer(app.db, order);
  return declareWithdrawal(app, { orderId, ...declarer, cameBy: 'settings', shownBani });
}
