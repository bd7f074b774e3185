/** What becomes of somebody who comes back from Google. „Authoritative”: Google itself runs the mailbox of the address. */
export interface Arrival {
  /** The identity belongs to an account already. */
  readonly isKnown: boolean;
  readonly isAuthoritative: boolean;
  /** The account with the identity's address. */
  readonly account: 'none' | 'verified' | 'unverified' | 'deleted';
}

/**
 * `open` a new account; `link` the identity; `take-over`: whoever opened the account never proved the address, Google's owner gets it;
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

export function admit({ isKnown, isAuthoritative, account }: Arrival): Admission {
  if (account === 'deleted') return 'refuse';
  if (isKnown) return 'sign-in';
  if (account === 'none') return 'open';
  if (account === 'verified') return isAuthoritative ? 'link' : 'ask-password';
  return isAuthoritative ? 'take-over' : 'verify-first';
}

/** What somebody goes to Google for: to sign in, to show again who they are, to link the account they are in. */
export const GOOGLE_PURPOSES = ['sign-in', 'prove', 'link'] as const;
export type GooglePurpose = (typeof GOOGLE_PURPOSES)[number];
