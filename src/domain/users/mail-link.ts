/** Words of the letters and pages after „timp de”. */
export const RESET_LINK_LIFE = 'o oră';

/** Kinds of links in mails, and how long each is valid from the moment it is made for sending. */
export const LINK_LIVES = {
  'reset-password': { minutes: 60 },
  'verify-email': { minutes: 24 * 60 },
  'change-email': { minutes: 24 * 60 },
  'undo-email': { minutes: 7 * 24 * 60 },
} as const;
export type LinkPurpose = keyof typeof LINK_LIVES;
