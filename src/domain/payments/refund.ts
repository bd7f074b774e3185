import { type GivenCredits, refundBani } from '#domain/credits/revocation.ts';
import type { TrackedOrder } from '#domain/payments/order-state.ts';
import type { PeriodFate } from '#domain/payments/period-fate.ts';
import type { PaymentState } from '#domain/payments/provider-status.ts';
import { getRunningSchedule, isQueued, type PlanState } from '#domain/plans/periods.ts';

/** True when money is here that can go back: that of a paid order, or money that waits for an admin and whose amount is known. */
export function isRefundable(
  { state, heldFor }: Pick<TrackedOrder, 'state' | 'heldFor'>,
  receivedBani: number | null,
): boolean {
  return state === 'paid' || (state === 'review' && (heldFor !== null || receivedBani !== null));
}

/** The bani that were paid for an order, and those that went back out of goodwill while it stands. */
export interface PaidMoney {
  readonly paidBani: number;
  readonly goodwillBani: number;
}

/**
 * Returns bani. `given` null: nothing was given yet (a period not yet started, money in review), so all of it goes back. What went back out
 * of goodwill does not go back again.
 */
export function refundAmount(paid: PaidMoney, given: GivenCredits | null): number {
  const bani = given === null ? paid.paidBani : refundBani(paid.paidBani, given);
  return Math.min(bani, mostRefund(paid));
}

/** Returns the most that may still go back of an order. */
export function mostRefund({ paidBani, goodwillBani }: PaidMoney): number {
  return Math.max(0, paidBani - goodwillBani);
}

/**
 * Returns the bani that an admin gives back out of goodwill: at least the worth of the credits that go with it, and no more than was paid.
 * Null when the wanted amount is out of these bounds.
 */
export function goodwillBani(
  wantedBani: number | undefined,
  { leastBani, mostBani }: { leastBani: number; mostBani: number },
): number | null {
  const bani = wantedBani ?? leastBani;
  return bani >= leastBani && bani <= mostBani && bani > 0 ? bani : null;
}

/** Returns the effect on the order's period. Takes an advanced state. */
export function periodFate(state: PlanState, orderId: string, now: Date): PeriodFate {
  if (isQueued(state, orderId)) return 'not-begun';
  return getRunningSchedule(state, now)?.current.id === orderId ? 'ends' : 'over';
}

/** Longer than any call takes to arrive: until then a payment that still reads as paid may yet be given back. */
const UNANSWERED_MINUTES = 15;

/** True when a reading taken at `now` proves that the refund asked for at `askedAt` was not made. */
export function isRefundDead(reading: PaymentState, askedAt: Date, now: Date): boolean {
  if (reading === 'refunded' || reading === 'unknown') return false;
  return now.getTime() - askedAt.getTime() >= UNANSWERED_MINUTES * 60_000;
}
