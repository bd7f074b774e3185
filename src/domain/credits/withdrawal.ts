import { plusDays } from '#domain/days.ts';
import { isWorkingDay } from '#domain/invoices/working-days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';

/**
 * Refund: price × unspent unheld ÷ granted, rounded up to the ban; credits are withdrawn first and given back if the provider refuses. From
 * outside: withdraw what is left, note the shortfall; no debt.
 */
export interface GivenCredits {
  readonly granted: number;
  /** Unspent and unheld. */
  readonly remaining: number;
}

export interface CreditRevocation {
  readonly withdrawn: number;
  /** Given but no longer there: spent, held or expired. */
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
 * The last day (Bucharest's, „2026-12-09”) on which a buyer may withdraw, all of it: that of the payment is not counted, and one that is no working day
 * moves the end to the next (Regulation 1182/71, art. 3).
 */
export function lastDayToWithdraw(paidAt: Date): string {
  let last = toNoon(toBucharestDay(plusDays(toNoon(toBucharestDay(paidAt)), REFUND_DAYS)));
  while (!isWorkingDay(toBucharestDay(last))) last = plusDays(last, 1);
  return toBucharestDay(last);
}

/** On request until that day is over, later only by an admin. */
export function mayAskRefund(paidAt: Date, now: Date): boolean {
  return toBucharestDay(now) <= lastDayToWithdraw(paidAt);
}
