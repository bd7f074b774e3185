import { pricesPath } from '#web/text/choice-path.ts';

/**
 * The zero-credits dialog. It opens when the balance becomes 0, at first load or after being above 0 (−1, unlimited, counts as above);
 * at most once per user per browser session. It waits while a payment is processing and while another dialog is open, and never
 * stands on the prices, where it leads. A balance above 0 closes it and clears the marker; another user resets it. Nothing is decided
 * before plan readiness.
 */
export interface ZeroCreditsInput {
  readonly uid: string | null;
  /** Null before plan readiness. */
  readonly balance: number | null;
  /** True while a payment is processing, or another dialog is open. */
  readonly isBusy: boolean;
  readonly isOnPrices: boolean;
  /** True when the last credits went with a purchase that the person stepped back from: they know, and want no other one now. */
  readonly steppedBack: boolean;
  /** The marker: true when this user had it in this browser session. */
  readonly wasShown: boolean;
  /** The user for whom it is open. */
  readonly openFor: string | null;
}

export interface ZeroCreditsDecision {
  readonly openFor: string | null;
  readonly wasShown: boolean;
}

export function decideZeroCredits(input: ZeroCreditsInput): ZeroCreditsDecision {
  const { uid, balance, isBusy, isOnPrices, steppedBack, wasShown } = input;
  const openFor = isOnPrices || input.openFor !== uid ? null : uid;
  if (uid === null || balance === null) return { openFor, wasShown };
  if (balance !== 0) return { openFor: null, wasShown: false };
  if (wasShown || steppedBack) return { openFor, wasShown: true };
  if (isBusy || isOnPrices) return { openFor, wasShown: false };
  return { openFor: uid, wasShown: true };
}

/** Returns the path of the recharge: packages for an active plan, else plans. `from`: the page that it starts on. */
export function rechargePath(planActive: boolean, from = ''): string {
  return pricesPath(from, planActive ? 'packages' : 'plans');
}
