import { isDue } from '#domain/credits/expiry.ts';
import type { GivenCredits } from '#domain/credits/withdrawal.ts';
import { isRefundable, refundAmount } from '#domain/payments/refund.ts';
import { advance, isQueued } from '#domain/plans/periods.ts';
import type { App } from '#server/app.ts';
import { findReceived, machineOf, type OrderRow } from '#server/payments/order-store.ts';
import { liveRefund } from '#server/payments/refund-store.ts';
import { readPlanState } from '#server/plans/plan-store.ts';

/** What a refund of this order would give back now, and the credits it would take; null: there is none. */
export async function proposeRefund(
  app: App,
  order: OrderRow,
): Promise<{ amountBani: number; credits: number } | null> {
  const receivedBani = (await findReceived(app.db, order))?.amountBani ?? null;
  if (!isRefundable(machineOf(order), receivedBani) || order.mode !== app.payments?.mode) return null;
  if (order.provider_id === null || (await liveRefund(app.db, order.id))) return null;
  const given = order.is_granted ? await givenNow(app, order) : null;
  return {
    amountBani: refundAmount(receivedBani ?? order.amount_bani, given),
    credits: given?.remaining ?? 0,
  };
}

/** As the refund itself will find it: due credits are gone, a due period has started. Null: a period that has not. */
async function givenNow(app: App, order: OrderRow): Promise<GivenCredits | null> {
  const now = app.now();
  if (order.kind === 'plan') {
    const { state } = advance(await readPlanState(app.db, order.user_id), now);
    if (isQueued(state, order.id)) return null;
  }
  const grants = await app.db
    .selectFrom('credit_grants')
    .select(['granted', 'remaining', 'expires_at'])
    .where('user_id', '=', order.user_id)
    .where('ref', '=', order.id)
    .execute();
  if (grants.length === 0) return { granted: order.credits, remaining: order.credits };
  const live = grants.filter(({ expires_at: expiresAt }) => !isDue({ expiresAt }, now));
  return {
    granted: grants.reduce((sum, { granted }) => sum + granted, 0),
    remaining: live.reduce((sum, { remaining }) => sum + remaining, 0),
  };
}
