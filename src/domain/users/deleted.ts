/** Domain of a deleted account's address: no mail is ever sent there, and the former address is free again. */
const NOWHERE = '@deleted.invalid';

/** Returns the address; `label` is new and secret, so that it cannot be taken beforehand. */
export function deletedEmail(label: string): string {
  return `${label}${NOWHERE}`;
}

export function isDeletedEmail(email: string): boolean {
  return email.endsWith(NOWHERE);
}

/** An open order younger than this may still be paid: the deletion waits for it. */
export const ORDER_BLOCKS_MINUTES = 30;

/** An account unused for 24 months is deleted; its owner gets a notice UNUSED_NOTICE_DAYS before. */
export const UNUSED_DAYS = 731;
export const UNUSED_NOTICE_DAYS = 30;
