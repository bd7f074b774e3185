import { withdrawalWords } from '#domain/payments/withdrawals.ts';
import type { App, Unit } from '#server/app.ts';
import { isRevoked, returnGrant, revokeGrant } from '#server/credits/revocation-store.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import { oweWithdrawal } from '#server/payments/effects/owe-withdrawal.ts';
import { endBought } from '#server/payments/effects/revoke-purchase.ts';
import { findDeclarer } from '#server/payments/store/declarer-view.ts';
import { appendOrderEvent } from '#server/payments/store/order-store.ts';
import { endRefund, type RefundRow } from '#server/payments/store/refund-store.ts';
import {
  findWithdrawal,
  insertWithdrawal,
  type WithdrawalRow,
} from '#server/payments/store/withdrawal-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

interface RefundOfOrder extends HeldOrder {
  readonly refund: RefundRow;
}

/** Ends a refund whose money went back. A period that started since it was asked for gives its credits back too. */
export async function finishRefund(
  { tx }: Unit,
  app: App,
  { order, buyer, refund }: RefundOfOrder,
): Promise<void> {
  const at = app.now();
  let { withdrawn } = refund;
  if (withdrawn === 0 && order.is_granted && !(await isRevoked(tx, refund.id))) {
    await buyer.startDuePeriods();
    if (order.kind === 'plan') await buyer.lockPlan();
    await buyer.lockAccount();
    const { asked_by: actor, reason } = refund;
    const late = { grantRef: order.id, ref: refund.id, actor, reason };
    withdrawn = (await revokeGrant(tx, order.user_id, late)).withdrawn;
  }
  await endRefund(tx, refund.id, { state: 'done', withdrawn, at });
}

/**
 * Ends a refund that the provider did not make. A withdrawal stands: its money is owed. After an admin's refund the revoked credits come
 * back, unless the payment was charged back meanwhile. Throws payments/seller-incomplete.
 */
export async function endRefused(unit: Unit, app: App, refused: RefundOfOrder): Promise<void> {
  const { tx } = unit;
  const { order, buyer, refund } = refused;
  const at = app.now();
  const { id, withdrawn } = refund;
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'refund-refused', data: { refund: id }, at });
  const withdrawal = await findOrAddWithdrawal(unit, app, refused);
  if (withdrawal) {
    // A refund that was asked for before withdrawals were rows has ended nothing yet.
    await endBought(unit, app, refused);
    return oweWithdrawal(unit, app, { order, refund, withdrawal, cause: 'refused' });
  }
  if (withdrawn > 0 && order.state === 'paid') {
    await buyer.lockAccount();
    const back = { grantRef: order.id, ref: id, amount: withdrawn, actor: 'system' };
    await returnGrant(tx, order.user_id, { ...back, reason: 'Returnarea nu s-a făcut', now: at });
    await raiseUserRev(unit, order.user_id);
  }
  await endRefund(tx, id, { state: 'refused', withdrawn, at });
}

/**
 * Returns the refund's withdrawal; null for an admin's refund. A buyer's refund from the version before, which kept no row, gets its row
 * now.
 */
async function findOrAddWithdrawal(
  { tx }: Unit,
  app: App,
  { order, refund }: RefundOfOrder,
): Promise<WithdrawalRow | null> {
  const declared = await findWithdrawal(tx, order.id);
  if (declared || refund.asked_by !== order.user_id) return declared;
  const withdrawal = {
    id: app.newId('wdr'),
    order_id: order.id,
    user_id: order.user_id,
    refund_id: refund.id,
    ...(await findDeclarer(tx, order)),
    words: withdrawalWords(order),
    came_by: 'earlier',
    amount_bani: refund.amount_bani,
    created_at: refund.created_at,
  } as const;
  await insertWithdrawal(tx, withdrawal);
  return withdrawal;
}
