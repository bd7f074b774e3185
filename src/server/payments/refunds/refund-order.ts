import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import { goodwillBani, isRefundable, mostRefund, refundAmount } from '#domain/payments/refund.ts';
import { isQueued } from '#domain/plans/periods.ts';
import type { App, Unit, User } from '#server/app.ts';
import { expireDueGrants } from '#server/credits/grant-store.ts';
import { revokeGrant } from '#server/credits/revocation-store.ts';
import { endRefused } from '#server/payments/effects/finish-refund.ts';
import { type HeldOrder, holdOrder } from '#server/payments/effects/held-order.ts';
import { followMoney } from '#server/payments/orders/accept-order.ts';
import { checkOrder } from '#server/payments/provider/check-order.ts';
import { findPaidMoney } from '#server/payments/store/goodwill-store.ts';
import {
  appendOrderEvent,
  type OrderRow,
  planCheck,
  toTrackedOrder,
} from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';
import { insertRefund, liveRefund } from '#server/payments/store/refund-store.ts';
import { findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/** A refund that is stored and not yet requested from the provider. */
export interface AskedRefund {
  readonly order: OrderRow;
  readonly ntpId: string;
  readonly amountBani: number;
}

interface RefundRequest {
  readonly orderId: string;
  readonly reason: string;
  /** The amount that was shown; another one throws payments/refund-changed. */
  readonly shownBani?: number;
  /** A higher amount, out of goodwill, up to what was paid. */
  readonly wantedBani?: number;
}

/**
 * Gives money back, by an admin: credits are revoked first, in a transaction of their own; the provider is called once; a status reading
 * decides what it did. Until then the refund stays asked and no other can be. Where the provider refuses, the credits come back. Throws
 * payments/closed, payments/order-not-found, payments/refund-exists (a withdrawal too), payments/not-refundable,
 * payments/money-of-another-order, payments/nothing-to-refund, payments/refund-changed, payments/refund-out-of-range,
 * payments/refund-refused, and what askProvider throws.
 */
export async function refundOrder(app: App, admin: User, request: RefundRequest): Promise<void> {
  if (!app.payments) throw new AppError('payments/closed');
  const asked = await app.change((unit) => prepareRefund(unit, app, { admin, request }));
  if ((await askProvider(app, asked)) === 'refused') throw new AppError('payments/refund-refused');
}

/** Requests a refund from the provider, once; a reading decides an unknown outcome. Throws what carryOut throws. */
export async function askProvider(
  app: App,
  { order, ntpId, amountBani }: AskedRefund,
): Promise<'asked' | 'refused'> {
  const answer = await app.payments?.refund({ ntpId, amountBani });
  if (!answer || answer.kind === 'answered' || answer.kind === 'unknown') {
    await checkOrder(app, order);
    return 'asked';
  }
  app.log.warn({ orderId: order.id, outcome: answer.kind, code: answer.code }, 'a refund was refused');
  await app.change(async (unit) => {
    const held = await holdOrder(unit, app, order.id);
    const refund = await liveRefund(unit.tx, order.id);
    if (refund?.state === 'asked') await endRefused(unit, app, { ...held, refund });
  });
  return 'refused';
}

async function prepareRefund(
  unit: Unit,
  app: App,
  { admin, request: { orderId, reason, shownBani, wantedBani } }: { admin: User; request: RefundRequest },
): Promise<AskedRefund> {
  const { tx } = unit;
  const at = app.now();
  const held = await holdOrder(unit, app, orderId);
  if ((await liveRefund(tx, orderId)) || (await findWithdrawal(tx, orderId)))
    throw new AppError('payments/refund-exists');
  const received = await findReceived(tx, held.order);
  const receivedBani = received?.amountBani ?? null;
  const order = await followMoney(tx, held.order);
  const { provider_id: ntpId } = order;
  // The provider cannot give lei back for a payment in another currency.
  if (received?.isSaidByAdmin) throw new AppError('payments/not-refundable');
  if (
    !isRefundable(toTrackedOrder(order), receivedBani) ||
    ntpId === null ||
    order.mode !== app.payments?.mode
  )
    throw new AppError('payments/not-refundable');
  const id = app.newId('rfd');
  const given = await revokeGiven(unit, app, { held, refund: { ref: id, actor: admin.id, reason } });
  const paid = await findPaidMoney(tx, order);
  const [leastBani, mostBani] = [refundAmount(paid, given), mostRefund(paid)];
  if (leastBani === 0 && wantedBani === undefined) throw new AppError('payments/nothing-to-refund');
  if (shownBani !== undefined && shownBani !== leastBani)
    throw new AppError('payments/refund-changed', { amountBani: leastBani });
  const amountBani = goodwillBani(wantedBani, { leastBani, mostBani });
  if (amountBani === null) throw new AppError('payments/refund-out-of-range', { leastBani, mostBani });
  const withdrawn = given?.remaining ?? 0;
  const details = { refund: id, amount: toLei(amountBani), withdrawn };
  const about = { userId: order.user_id, subject: orderId };
  await recordAudit(tx, app, { admin, kind: 'order-refunded', ...about, reason, details });
  await insertRefund(tx, {
    id,
    order_id: orderId,
    asked_by: admin.id,
    reason,
    amount_bani: amountBani,
    withdrawn,
    created_at: at,
  });
  await appendOrderEvent(tx, orderId, { source: 'admin', event: 'refund-asked', data: details, at });
  // Should this process end before the reply, the order's checks find out what became of the money.
  await planCheck(tx, orderId, at);
  return { order, ntpId, amountBani };
}

/** Withdraws the order's credits that are left. Returns them with the credits it gave; null: the order has given nothing yet. */
export async function revokeGiven(
  unit: Unit,
  app: App,
  {
    held: { order, buyer },
    refund,
  }: { held: HeldOrder; refund: { ref: string; actor: string; reason: string } },
) {
  const { tx } = unit;
  if (!order.is_granted) return null;
  const at = app.now();
  await buyer.startDuePeriods();
  const plan = order.kind === 'plan' ? await buyer.lockPlan() : null;
  await buyer.lockAccount();
  if (plan && isQueued(plan, order.id)) return null;
  await expireDueGrants(tx, order.user_id, at);
  const { withdrawn, shortfall } = await revokeGrant(tx, order.user_id, { ...refund, grantRef: order.id });
  await raiseUserRev(unit, order.user_id);
  return { granted: withdrawn + shortfall, remaining: withdrawn };
}
