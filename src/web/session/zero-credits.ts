import { pricesPath } from '#web/text/choice-path.ts';

/**
 * The zero-credits dialog. It opens when the balance becomes 0, at first load or after being above 0 (−1, unlimited, counts as
 * above); at most once per user per browser session; it waits while a payment is processing. A balance above 0 closes it and
 * clears the marker; another user resets it. Nothing is decided before plan readiness.
 */
export interface ZeroCreditsInput {
  readonly uid: string | null;
  /** Null before plan readiness. */
  readonly balance: number | null;
  readonly paymentProcessing: boolean;
  /** The user the dialog was already shown to in this browser session. */
  readonly shownTo: string | null;
  readonly open: boolean;
}

export interface ZeroCreditsDecision {
  readonly open: boolean;
  readonly shownTo: string | null;
}

export function decideZeroCredits(input: ZeroCreditsInput): ZeroCreditsDecision {
  const { uid, balance, paymentProcessing } = input;
  const sameUser = input.shownTo === uid;
  const shownTo = sameUser ? input.shownTo : null;
  const open = sameUser && input.open;
  if (uid === null) return { open: false, shownTo: null };
  if (balance === null) return { open, shownTo };
  if (balance !== 0) return { open: false, shownTo: null };
  if (shownTo === uid || paymentProcessing) return { open, shownTo };
  return { open: true, shownTo: uid };
}

/** Where the recharge goes: packages for an active plan, else plans. `from`: the page that it starts on. */
export function rechargePath(planActive: boolean, from = ''): string {
  return pricesPath(from, planActive ? 'packages' : 'plans');
}
