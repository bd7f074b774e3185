import type { BlockReason, OrderEvent } from '#domain/payments/order-state.ts';
import { readPlan } from '#domain/plans/plan.ts';
import { isSold, type PlanOrder, payPlan } from '#domain/plans/purchase.ts';
import type { Tx } from '#server/app.ts';
import { findCheckout } from '#server/payments/checkout/checkout-store.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { isDeleted } from '#server/users/user-store.ts';

/** Returns the order as the rules of plans take it; it was shown when its checkout was stored. Throws for an order of a package. */
export async function asPlanOrder(tx: Tx, row: OrderRow): Promise<PlanOrder> {
  const plan = readPlan(row.item);
  if (!isSold(plan)) throw new Error(`${row.id} sells ${row.item}`);
  const checkout = row.checkout_id === null ? null : await findCheckout(tx, row.checkout_id);
  return {
    id: row.id,
    plan,
    paidBani: row.amount_bani,
    credits: row.credits,
    shownDays: row.shown_days,
    shownAt: checkout?.at ?? row.created_at,
    isGivenUp: row.state === 'cancelled',
  };
}

const MONEY: readonly OrderEvent['kind'][] = ['paid', 'refunded', 'chargeback'];

/**
 * Returns why money that came right could not be given now; null: it could. Locks the plan, so that the answer holds when the money is
 * given.
 */
export async function blockReason(
  tx: Tx,
  { order, buyer }: HeldOrder,
  { event, now }: { event: OrderEvent; now: Date },
): Promise<BlockReason | null> {
  if (order.is_granted || !MONEY.includes(event.kind)) return null;
  if (await isDeleted(tx, order.user_id)) return 'account-deleted';
  if (order.kind !== 'plan') return null;
  const { kind } = payPlan(await buyer.lockPlan(), await asPlanOrder(tx, order), now);
  return kind === 'review' ? 'unending-plan' : null;
}
