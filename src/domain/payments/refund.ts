import { type GivenCredits, refundBani } from '#domain/credits/withdrawal.ts';
import type { TrackedOrder } from '#domain/payments/order-state.ts';
import type { PeriodFate } from '#domain/payments/period-fate.ts';
import type { PaymentState } from '#domain/payments/provider-status.ts';
import { getRunningSchedule, isQueued, type PlanState } from '#domain/plans/periods.ts';

/** Only money that is here can go back: that of a paid order, or money that waits for an admin and whose amount is known. */
export function isRefundable(
  { state, heldFor }: Pick<TrackedOrder, 'state' | 'heldFor'>,
  receivedBani: number | null,
): boolean {
  return state === 'paid' || (state === 'review' && (heldFor !== null || receivedBani !== null));
}

/** In bani. Null: nothing was given yet (a period not yet started, money in review), so all of it goes back. */
export function refundAmount(paidBani: number, given: GivenCredits | null): number {
  return given === null ? paidBani : refundBani(paidBani, given);
}

/**
 * What an admin gives back out of goodwill, in bani: as much as the credits are worth that go with it, at least, and no more than was paid.
 * Null: it is neither.
 */
export function goodwillBani(
  wantedBani: number | undefined,
  { leastBani, mostBani }: { leastBani: number; mostBani: number },
): number | null {
  const bani = wantedBani ?? leastBani;
  return bani >= leastBani && bani <= mostBani && bani > 0 ? bani : null;
}

/** Takes an advanced state. */
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
