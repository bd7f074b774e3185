/** The address of an account that is deleted: nobody's, so that nothing is ever sent there and the one before is free again. */
const NOWHERE = '@deleted.invalid';

/** `label` is new and secret: nobody can take the address before. */
export function deletedAddress(label: string): string {
  return `${label}${NOWHERE}`;
}

export function isDeletedAddress(email: string): boolean {
  return email.endsWith(NOWHERE);
}

/** An order so young is still being paid: the account waits for it. */
export const ORDER_HOLDS_MINUTES = 30;

/** 24 months: an account that nobody has used for so long is deleted, and its owner told so many days before. */
export const UNUSED_DAYS = 731;
export const UNUSED_NOTICE_DAYS = 30;
