import type { RefundQuote } from '#contract/orders.ts';
import { isDue } from '#domain/credits/expiry.ts';
import type { GivenCredits } from '#domain/credits/revocation.ts';
import type { PeriodFate } from '#domain/payments/period-fate.ts';
import { isRefundable, mostRefund, periodFate, refundAmount } from '#domain/payments/refund.ts';
import { advancePlanState, expiresAt, getRunningSchedule, revokePlan } from '#domain/plans/periods.ts';
import type { App } from '#server/app.ts';
import { findPaidMoney } from '#server/payments/store/goodwill-store.ts';
import { type OrderRow, toTrackedOrder } from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';
import { findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { readPlanState } from '#server/plans/plan-store.ts';

interface Proposal {
  readonly amountBani: number;
  /** What was paid and did not go back: no more can. */
  readonly mostBani: number;
  readonly credits: number;
  readonly period: PeriodFate | null;
}

/** Returns the amount of an admin's refund of this order now, and the credits it takes; null: it can't be refunded. */
export async function proposeRefund(app: App, order: OrderRow): Promise<Proposal | null> {
  const received = await findReceived(app.db, order);
  if (
    received?.isSaidByAdmin ||
    !isRefundable(toTrackedOrder(order), received?.amountBani ?? null) ||
    order.mode !== app.payments?.mode
  )
    return null;
  if (order.provider_id === null || (await liveRefund(app.db, order.id))) return null;
  if (await findWithdrawal(app.db, order.id)) return null;
  const proposal = await proposeReturn(app, order);
  return proposal.mostBani > 0 ? proposal : null;
}

/** Returns the amount that goes back of an order, with its credits and period, by a refund or a withdrawal. */
export async function proposeReturn(app: App, order: OrderRow): Promise<Proposal> {
  const paid = await findPaidMoney(app.db, order);
  const period = order.is_granted && order.kind === 'plan' ? await periodNow(app, order) : null;
  const given = order.is_granted && period !== 'not-begun' ? await givenNow(app, order) : null;
  return {
    amountBani: refundAmount(paid, given),
    mostBani: mostRefund(paid),
    credits: given?.remaining ?? 0,
    period,
  };
}

/** Returns the period's fate once due periods have started, as the refund starts them. */
async function periodNow(app: App, order: OrderRow): Promise<PeriodFate> {
  const now = app.now();
  const { state } = advancePlanState(await readPlanState(app.db, order.user_id), now);
  return periodFate(state, order.id, now);
}

/** Returns the plan that goes on without the order; null where its end does not move. */
export async function readPlanAfter(app: App, order: OrderRow): Promise<RefundQuote['planAfter']> {
  const now = app.now();
  const { state } = advancePlanState(await readPlanState(app.db, order.user_id), now);
  const { state: rest } = revokePlan(state, order.id, now);
  const schedule = getRunningSchedule(rest, now);
  const [before, after] = [expiresAt(state), expiresAt(rest)].map((at) => at?.toISOString() ?? null);
  if (schedule === null || before === undefined || after === undefined || before === after) return null;
  return { plan: schedule.current.plan, expiresAt: after, before };
}

/** Returns the order's credits once due ones have expired, as the refund expires them. */
async function givenNow(app: App, order: OrderRow): Promise<GivenCredits> {
  const now = app.now();
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
