import { mayAskRefund } from '#domain/credits/revocation.ts';
import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import { refundAmount } from '#domain/payments/refund.ts';
import { withdrawalWords } from '#domain/payments/withdrawals.ts';
import type { App, Unit } from '#server/app.ts';
import { type HeldOrder, holdOrder } from '#server/payments/effects/held-order.ts';
import { oweWithdrawal } from '#server/payments/effects/owe-withdrawal.ts';
import { endBought } from '#server/payments/effects/revoke-purchase.ts';
import { type AskedRefund, askProvider, revokeGiven } from '#server/payments/refunds/refund-order.ts';
import { findPaidMoney } from '#server/payments/store/goodwill-store.ts';
import { appendOrderEvent, type OrderRow, planCheck } from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';
import { insertRefund, liveRefund, type RefundRow } from '#server/payments/store/refund-store.ts';
import {
  findWithdrawal,
  insertWithdrawal,
  type WithdrawalRow,
} from '#server/payments/store/withdrawal-store.ts';

export interface Declaration {
  readonly orderId: string;
  /** The declarer's name, and the address of the receipt. */
  readonly name: string;
  readonly email: string;
  readonly cameBy: 'settings' | 'page';
  /** The amount that was shown; another one throws payments/refund-changed. */
  readonly shownBani: number;
}

/**
 * Withdraws the owner of an order from its contract. The withdrawal stands from the commit on: credits are revoked and the period has
 * ended, and no reply of the card provider undoes either. Money that the provider does not give back is owed. A second declaration returns
 * the first. Throws payments/order-not-found, payments/not-refundable, payments/refund-too-late, payments/nothing-to-refund,
 * payments/refund-changed, payments/refund-exists, payments/seller-incomplete.
 */
export async function declareWithdrawal(app: App, declaration: Declaration): Promise<WithdrawalRow> {
  const { withdrawal, asked } = await app.change((unit) => declareInTransaction(unit, app, declaration));
  if (asked) await askProvider(app, asked);
  return withdrawal;
}

interface DeclaredWithdrawal {
  readonly withdrawal: WithdrawalRow;
  /** The refund to request from the provider; null: none. */
  readonly asked: AskedRefund | null;
}

async function declareInTransaction(
  unit: Unit,
  app: App,
  declaration: Declaration,
): Promise<DeclaredWithdrawal> {
  const { tx } = unit;
  const held = await holdOrder(unit, app, declaration.orderId);
  const { order } = held;
  const earlier = await findWithdrawal(tx, order.id);
  if (earlier) return { withdrawal: earlier, asked: null };
  const live = await liveRefund(tx, order.id);
  refuseWithdrawal(order, { hasRefund: live?.state === 'done', now: app.now() });
  // An admin's refund of the same money is on its way: the withdrawal is stored beside it, and stands if the refund is refused.
  const refund = live ?? (await revokeCredits(unit, app, { held, declaration }));
  await endBought(unit, app, held);
  const withdrawal = {
    id: app.newId('wdr'),
    order_id: order.id,
    user_id: order.user_id,
    refund_id: refund.id,
    name: declaration.name,
    email: declaration.email,
    words: withdrawalWords(order),
    came_by: declaration.cameBy,
    amount_bani: refund.amount_bani,
    created_at: app.now(),
  };
  await insertWithdrawal(tx, withdrawal);
  const data = { withdrawal: withdrawal.id, cameBy: withdrawal.came_by };
  await appendOrderEvent(tx, order.id, { source: 'user', event: 'withdrawal-declared', data, at: app.now() });
  if (live) return { withdrawal, asked: null };
  // For a payment in another currency the provider gives no lei back: an admin pays them.
  const isInLei = !(await findReceived(tx, order))?.isSaidByAdmin;
  const ntpId = isInLei && order.mode === app.payments?.mode ? order.provider_id : null;
  if (ntpId === null) {
    await oweWithdrawal(unit, app, { order, refund, withdrawal, cause: 'closed' });
    return { withdrawal, asked: null };
  }
  // Should this process end before the reply, the order's checks find out what became of the money.
  await planCheck(tx, order.id, app.now());
  return { withdrawal, asked: { order, ntpId, amountBani: refund.amount_bani } };
}

/** Throws payments/refund-exists, payments/not-refundable for an order that is not paid, payments/refund-too-late. */
export function refuseWithdrawal(
  order: OrderRow,
  { hasRefund, now }: { hasRefund: boolean; now: Date },
): void {
  if (hasRefund) throw new AppError('payments/refund-exists');
  if (order.state !== 'paid' || !order.paid_at) throw new AppError('payments/not-refundable');
  if (!mayAskRefund(order.paid_at, now)) throw new AppError('payments/refund-too-late');
}

async function revokeCredits(
  unit: Unit,
  app: App,
  { held, declaration: { shownBani } }: { held: HeldOrder; declaration: Declaration },
): Promise<RefundRow> {
  const { tx } = unit;
  const { order } = held;
  const at = app.now();
  const id = app.newId('rfd');
  const reason = 'La cererea cumpărătorului';
  const given = await revokeGiven(unit, app, {
    held,
    refund: { ref: id, actor: order.user_id, reason },
  });
  const amountBani = refundAmount(await findPaidMoney(tx, order), given);
  if (amountBani === 0) throw new AppError('payments/nothing-to-refund');
  if (shownBani !== amountBani) throw new AppError('payments/refund-changed', { amountBani });
  const withdrawn = given?.remaining ?? 0;
  const asked = {
    id,
    order_id: order.id,
    asked_by: order.user_id,
    reason,
    amount_bani: amountBani,
    withdrawn,
    created_at: at,
  };
  await insertRefund(tx, asked);
  const data = { refund: id, amount: toLei(amountBani), withdrawn };
  await appendOrderEvent(tx, order.id, { source: 'user', event: 'refund-asked', data, at });
  return { ...asked, state: 'asked', ended_at: null };
}
