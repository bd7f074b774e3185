import type { MailMessage } from './port.ts';

const ONE_EMAIL = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/** A message as nodemailer takes it. One recipient, given as data and never parsed; nothing in it can begin another header line. */
export function sendable({ to, subject, text, html }: MailMessage) {
  if (!ONE_EMAIL.test(to)) throw new Error('a mail goes to one plain address');
  return {
    to: { name: '', address: to },
    subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    text,
    html,
    // No „out of office” in reply.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
