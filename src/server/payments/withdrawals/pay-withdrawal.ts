import { AppError } from '#domain/errors.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { toLei } from '#domain/payments/amount.ts';
import type { WayPaid } from '#domain/payments/withdrawals.ts';
import type { App, User } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { holdOrder } from '#server/payments/effects/held-order.ts';
import { applyToHeldOrder } from '#server/payments/orders/apply-payment-event.ts';
import { findDebt, findWithdrawalById, payDebt } from '#server/payments/store/withdrawal-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

interface Payment {
  readonly withdrawalId: string;
  readonly way: WayPaid;
  /** The bank's number of the transfer, or what NETOPIA's pages show. */
  readonly reference: string;
  /** Day of Bucharest, not after today. */
  readonly paidOn: string;
}

/** An admin has paid what a withdrawal was owed, and says how. Asked again it changes nothing. Refuses payments/nothing-owed, http/bad-request. */
export async function payWithdrawal(app: App, admin: User, payment: Payment): Promise<void> {
  const { withdrawalId, way, reference, paidOn } = payment;
  const withdrawal = await findWithdrawalById(app.db, withdrawalId);
  if (!withdrawal) throw new AppError('payments/nothing-owed');
  if (paidOn > toBucharestDay(app.now()) || paidOn < toBucharestDay(withdrawal.created_at))
    throw new AppError('http/bad-request', { fields: ['paidOn'] });
  await app.change(async (unit) => {
    const { tx } = unit;
    const held = await holdOrder(unit, app, withdrawal.order_id);
    const { id: orderId, user_id: userId } = held.order;
    const debt = await findDebt(tx, withdrawalId);
    if (!debt) throw new AppError('payments/nothing-owed');
    const at = app.now();
    if (!(await payDebt(tx, withdrawalId, { way, on: paidOn, reference, by: admin.id, at }))) return;
    const { email: address } = withdrawal;
    const mail = { ref: withdrawalId, userId: null, data: { withdrawalId } };
    if (address !== '') await queueMail(tx, app, { kind: 'withdrawal-paid', address, ...mail });
    const details = { withdrawal: withdrawalId, amount: toLei(debt.amount_bani), way, paidOn, reference };
    await recordAudit(tx, app, { admin, kind: 'withdrawal-paid', userId, subject: orderId, details });
    const facts = { ...details, by: admin.id };
    const event = { kind: 'refunded', byUs: true } as const;
    await applyToHeldOrder(unit, app, { held, update: { source: 'admin', event, facts } });
  });
}
