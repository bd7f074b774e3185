import type { Compose, MailKind } from '#server/users/mail-outbox.ts';

/** Every kind of mail and who writes its text. */
export const mails: Readonly<Record<MailKind, Compose>> = {
  'reset-password': async () => null,
  'verify-email': async () => null,
  'google-took-over': async () => null,
};
