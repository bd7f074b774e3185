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
  /** The bank's number of the transfer, or NETOPIA's. */
  readonly reference: string;
  /** Day of Bucharest, not after today. */
  readonly paidOn: string;
}

/**
 * Notes that an admin has paid a withdrawal's debt, and how. The same call again changes nothing. Throws payments/nothing-owed, also where
 * the debt was paid otherwise meanwhile, and http/bad-request for a day after today or before the withdrawal.
 */
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
    if (!(await payDebt(tx, withdrawalId, { way, on: paidOn, reference, by: admin.id, at }))) {
      if (debt.paid_way === way && debt.reference === reference && debt.paid_on === paidOn) return;
      throw new AppError('payments/nothing-owed');
    }
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
