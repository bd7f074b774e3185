import { toLei } from '#domain/payments/amount.ts';
import { type DebtCause, payBackUntil } from '#domain/payments/withdrawals.ts';
import type { App, Unit } from '#server/app.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/store/order-store.ts';
import { endRefund, type RefundRow } from '#server/payments/store/refund-store.ts';
import { insertDebt, type WithdrawalRow } from '#server/payments/store/withdrawal-store.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';

/**
 * The money of a withdrawal does not go back by the card provider: the withdrawal stands, the credits stay withdrawn and the admins are told
 * until when they must pay. Nothing is owed where the bank took the money back meanwhile. Needs the order's lock.
 */
export async function oweWithdrawal(
  unit: Unit,
  app: App,
  {
    order,
    refund,
    withdrawal,
    cause,
  }: { order: OrderRow; refund: RefundRow; withdrawal: WithdrawalRow; cause: DebtCause },
): Promise<void> {
  const { tx } = unit;
  const at = app.now();
  await endRefund(tx, refund.id, { state: 'refused', withdrawn: refund.withdrawn, at });
  if (order.state !== 'paid') return;
  const { id: withdrawalId, amount_bani: amountBani } = withdrawal;
  const payUntil = payBackUntil(withdrawal.created_at);
  await insertDebt(tx, { withdrawalId, amountBani, cause, at, payUntil });
  const data = { withdrawal: withdrawalId, amount: toLei(amountBani), cause, payUntil };
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'withdrawal-owed', data, at });
  await mailAdmins(tx, app, { kind: 'withdrawal-owed', data: { withdrawalId } });
  // The contract has ended, whenever the money is paid.
  await issueStorno(unit, app, {
    ...{ order, amountBani, cause: 'withdrawal', refundId: null, isPaid: false },
    reason: 'Retragerea cumpărătorului din contract',
  });
}
