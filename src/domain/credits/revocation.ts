import { plusDays } from '#domain/days.ts';
import { isWorkingDay } from '#domain/invoices/working-days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';

/**
 * The credits of a purchase whose money goes back: price × unspent unheld ÷ granted, rounded up to the ban. They are revoked first. If the
 * provider refuses, an admin's refund gives them back; after a withdrawal they stay revoked and the money is owed. When money goes back
 * outside of Fotolot, the credits that are left are revoked; a shortfall is noted, never owed.
 */
export interface GivenCredits {
  readonly granted: number;
  /** Unspent and unheld. */
  readonly remaining: number;
}

export interface CreditRevocation {
  readonly withdrawn: number;
  /** Credits that were given and are no longer there: spent, held or expired. */
  readonly shortfall: number;
}

export function computeRevocation({ granted, remaining }: GivenCredits): CreditRevocation {
  return { withdrawn: remaining, shortfall: granted - remaining };
}

/** Returns the refund for unspent credits in bani: 0 when nothing is left or nothing was given. */
export function refundBani(paidBani: number, { granted, remaining }: GivenCredits): number {
  return granted === 0 ? 0 : Math.ceil((paidBani * remaining) / granted);
}

export const REFUND_DAYS = 14;

/**
 * Returns the last day (Bucharest's, „2026-12-09”) on which a buyer may withdraw, all of it. The day of the payment is not counted, and a
 * last day that is no working day moves the end to the next (Regulation 1182/71, art. 3).
 */
export function lastDayToWithdraw(paidAt: Date): string {
  let last = toNoon(toBucharestDay(plusDays(toNoon(toBucharestDay(paidAt)), REFUND_DAYS)));
  while (!isWorkingDay(toBucharestDay(last))) last = plusDays(last, 1);
  return toBucharestDay(last);
}

/** True until that day is over: the buyer may ask, later only an admin. */
export function mayAskRefund(paidAt: Date, now: Date): boolean {
  return toBucharestDay(now) <= lastDayToWithdraw(paidAt);
}
