import * as z from 'zod';
import { isDeletedEmail } from '#domain/users/deleted.ts';
import type { App, Db, Tx } from '#server/app.ts';
import { forgetMails, insertMail, lockUnsent, markSent, type QueuedMail } from '#server/mail/mail-store.ts';

/** The job that composes and sends one mail. */
export const SEND_MAIL = {
  name: 'send-mail',
  payload: z.object({ mailId: z.string().min(1) }),
} as const;

/** Every kind of mail; server/mails.ts says how each is written. */
const MAIL_KINDS = [
  'reset-password',
  'verify-email',
  'google-took-over',
  'change-email',
  'email-change-asked',
  'email-changed',
  'email-change-undone',
  'sign-in-changed',
  'account-deleted',
  'unused-account',
  'export-ready',
  'purchase-receipt',
  'payment-problem',
  'order-needs-admin',
  'books-broken',
  'server-trouble',
  'withdrawal-receipt',
  'refund-outcome',
  'low-balance',
  'expiring-credits',
  'plan-reminder',
  'retention-warning',
  'account-suspended',
  'account-restored',
  'lot-problem',
  'lot-ready',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface NewMail {
  readonly kind: MailKind;
  /** Names the event, once per kind: the same event twice is one mail. */
  readonly ref: string;
  readonly userId: string | null;
  /** Normalised. */
  readonly address: string;
  /** Facts for the text; never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Puts a mail into the outbox, in the transaction of what it tells. Skips addresses of deleted accounts. */
export async function queueMail(tx: Tx, app: App, mail: NewMail): Promise<void> {
  if (isDeletedEmail(mail.address)) return;
  const id = app.newId('mail');
  const { kind, ref, userId, address, data = {} } = mail;
  const isNew = await insertMail(tx, { id, kind, ref, userId, address, data, now: app.now() });
  if (isNew) await app.queue.send(tx, SEND_MAIL, { mailId: id });
}

/** Jobs find these events again and again: that they were told is remembered, without the address. */
const REMEMBERED: readonly MailKind[] = [
  'purchase-receipt',
  'payment-problem',
  'withdrawal-receipt',
  'refund-outcome',
  'low-balance',
  'expiring-credits',
  'plan-reminder',
];

/** Sent or given up: mails from before are looked up no more, and an address need not lie here. */
export async function deleteOldMails(db: Db, before: Date): Promise<void> {
  await forgetMails(db, before, REMEMBERED);
}

/** The text of a mail, made when it is sent; null: there is nothing to send. */
export type Compose = (
  app: App,
  mail: QueuedMail,
) => Promise<{ subject: string; text: string; html: string } | null>;

/**
 * Sends a mail of the outbox unless it is sent already. Its row is locked meanwhile: another run of the same job waits for how it ends. A
 * crash between sending and noting it sends it twice, never not at all.
 */
export async function sendMail(
  app: App,
  mails: Readonly<Record<MailKind, Compose>>,
  { mailId }: { mailId: string },
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const mail = await lockUnsent(tx, mailId);
    if (!mail?.address) return;
    const compose = mails[mail.kind as MailKind];
    const message = await compose(app, mail);
    if (message) await app.mail.send({ to: mail.address, ...message });
    await markSent(tx, mail.id, app.now());
  });
}
