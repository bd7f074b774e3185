import type { MailMessage } from './port.ts';

const ONE_EMAIL = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/** A message as nodemailer takes it. One recipient, given as data and never parsed; nothing in it can begin another header line. */
export function sendable({ id, to, subject, text, html }: MailMessage, from: string) {
  if (!ONE_EMAIL.test(to)) throw new Error('a mail goes to one plain address');
  return {
    to: { name: '', address: to },
    // Without an id nodemailer makes one.
    ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
    subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    text,
    html,
    // No „out of office” in reply.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s<>"@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
