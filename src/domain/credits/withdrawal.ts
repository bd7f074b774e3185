import { plusDays } from '#domain/days.ts';

/**
 * Refund: price × unspent unheld ÷ granted, rounded up to the ban; credits are withdrawn first and given back if the provider refuses. From
 * outside: withdraw what is left, note the shortfall; no debt.
 */
export interface GivenCredits {
  readonly granted: number;
  /** Unspent and unheld. */
  readonly remaining: number;
}

export interface Withdrawal {
  readonly withdrawn: number;
  /** Given but no longer there: spent, held or expired. */
  readonly shortfall: number;
}

export function withdrawal({ granted, remaining }: GivenCredits): Withdrawal {
  return { withdrawn: remaining, shortfall: granted - remaining };
}

/** Returns the refund for unspent credits in bani: 0 when nothing is left or nothing was given. */
export function refundBani(paidBani: number, { granted, remaining }: GivenCredits): number {
  return granted === 0 ? 0 : Math.ceil((paidBani * remaining) / granted);
}

export const REFUND_DAYS = 14;

/** On request within 14 days of payment, later only by an admin. */
export function mayAskRefund(paidAt: Date, now: Date): boolean {
  return now <= plusDays(paidAt, REFUND_DAYS);
}
