/**
 * The meaning of the card provider's numbers. Paid is 3 or 5 and nothing else: 1 is a payment that has only begun and 15 one that waits
 * for 3-D Secure. Declined (12) is never the end: the person may try another card on the same page. A number we do not know is unknown,
 * which changes nothing.
 */
export type PaymentState =
  | 'not-begun'
  | 'pending'
  | 'fraud-check'
  | 'three-d-secure'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'chargeback'
  | 'unknown';

const STATES: ReadonlyMap<unknown, PaymentState> = new Map([
  [1, 'not-begun'], // new: no card entered yet
  [2, 'pending'], // authorised, not captured
  [3, 'paid'],
  [4, 'cancelled'], // voided
  [5, 'paid'], // confirmed
  [6, 'pending'],
  [8, 'refunded'],
  [9, 'chargeback'], // opened
  [10, 'chargeback'], // accepted
  [11, 'declined'], // error
  [12, 'declined'],
  [13, 'fraud-check'],
  [14, 'pending'],
  [15, 'three-d-secure'],
  [16, 'chargeback'], // contested
  [17, 'cancelled'], // reversed
  [18, 'pending'],
  [23, 'expired'],
]);

export function paymentState(status: unknown): PaymentState {
  return STATES.get(status) ?? 'unknown';
}

export const DECLINE_REASONS = [
  'card-at-risk',
  'invalid-number',
  'closed-card',
  'expired-card',
  'insufficient-funds',
  'wrong-cvv',
  'bank-unavailable',
  'order-expired',
  'limit-exceeded',
  'not-allowed',
  'declined-by-bank',
  'antifraud',
  'authentication-failed',
  'merchant-settings',
  'other',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

const REASONS: ReadonlyMap<string, DeclineReason> = new Map([
  ['16', 'card-at-risk'],
  ['17', 'invalid-number'],
  ['18', 'closed-card'],
  ['19', 'expired-card'],
  ['20', 'insufficient-funds'],
  ['21', 'wrong-cvv'],
  ['22', 'bank-unavailable'],
  ['23', 'order-expired'],
  ['26', 'limit-exceeded'],
  ['32', 'merchant-settings'],
  ['33', 'merchant-settings'],
  ['34', 'not-allowed'],
  ['35', 'declined-by-bank'],
  ['36', 'antifraud'],
  ['37', 'declined-by-bank'],
  ['38', 'authentication-failed'],
  ['39', 'authentication-failed'],
]);

/** Returns why a payment in this state failed; null when it did not. The provider sends codes as texts and, at times, as numbers. */
export function declineReason(state: PaymentState, code: string | number | null): DeclineReason | null {
  if (state !== 'declined') return null;
  return REASONS.get(String(code)) ?? 'other';
}
