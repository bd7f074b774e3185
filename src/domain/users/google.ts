/** The facts that decide about a return from Google. „Authoritative”: Google itself runs the mailbox of the address. */
export interface Arrival {
  /** True when the identity belongs to an account already. */
  readonly isKnown: boolean;
  readonly isAuthoritative: boolean;
  /** The account with the identity's address. */
  readonly account: 'none' | 'verified' | 'unverified' | 'deleted';
}

/**
 * `open` a new account; `link` the identity; `take-over`: the account's address was never verified, so the Google user gets the account;
 * `ask-password` of the account; `verify-first` by mail; `refuse`.
 */
export type Admission =
  | 'sign-in'
  | 'open'
  | 'link'
  | 'take-over'
  | 'ask-password'
  | 'verify-first'
  | 'refuse';

export function decideAdmission({ isKnown, isAuthoritative, account }: Arrival): Admission {
  if (account === 'deleted') return 'refuse';
  if (isKnown) return 'sign-in';
  if (account === 'none') return 'open';
  if (account === 'verified') return isAuthoritative ? 'link' : 'ask-password';
  return isAuthoritative ? 'take-over' : 'verify-first';
}

/** Purposes of a visit to Google: to sign in, to prove one's identity again, to link the signed-in account. */
export const GOOGLE_PURPOSES = ['sign-in', 'prove', 'link'] as const;
export type GooglePurpose = (typeof GOOGLE_PURPOSES)[number];
