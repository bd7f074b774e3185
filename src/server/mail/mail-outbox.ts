import * as z from 'zod';
import { isDeletedEmail } from '#domain/users/deleted.ts';
import type { MailAttachment } from '#server/adapters/mail/port.ts';
import type { App, Db, Tx } from '#server/app.ts';
import {
  forgetMails,
  giveBack,
  insertMail,
  type Lease,
  leaseMail,
  markSent,
  type QueuedMail,
  renewLease,
} from '#server/mail/mail-store.ts';

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
  'admin-granted',
  'account-deleted',
  'unused-account',
  'export-ready',
  'terms-changed',
  'purchase-receipt',
  'invoice-reissued',
  'payment-problem',
  'order-needs-admin',
  'storno-due',
  'invoice-files',
  'hand-ins-due',
  'anaf-documents',
  'holidays-unknown',
  'anaf-trouble',
  'books-broken',
  'server-trouble',
  'site-refusal',
  'withdrawal-link',
  'withdrawal-receipt',
  'refund-outcome',
  'withdrawal-paid',
  'withdrawal-owed',
  'withdrawal-reminder',
  'goodwill-given',
  'goodwill-paid',
  'low-balance',
  'expiring-credits',
  'plan-reminder',
  'retention-warning',
  'account-suspended',
  'account-restored',
  'right-given',
  'right-taken',
  'page-reported',
  'page-report-received',
  'page-report-decided',
  'page-taken-down',
  'webhook-put-off',
  'lot-problem',
  'lot-ready',
  'lot-not-started',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface NewMail {
  readonly kind: MailKind;
  /** Names the event, once per kind: a second mail with the same ref is not queued. */
  readonly ref: string;
  readonly userId: string | null;
  /** Normalised. */
  readonly address: string;
  /** Facts for the text; never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Puts a mail into the outbox, in the transaction of its event. Skips addresses of deleted accounts. */
export async function queueMail(tx: Tx, app: App, mail: NewMail): Promise<void> {
  if (isDeletedEmail(mail.address)) return;
  const id = app.newId('mail');
  const { kind, ref, userId, address, data = {} } = mail;
  const isNew = await insertMail(tx, { id, kind, ref, userId, address, data, now: app.now() });
  if (isNew) await app.queue.send(tx, SEND_MAIL, { mailId: id });
}

/** Jobs find these events again and again: their mails stay, without the address, so that each is sent once. */
const REMEMBERED: readonly MailKind[] = [
  'purchase-receipt',
  'invoice-reissued',
  'payment-problem',
  'withdrawal-receipt',
  'refund-outcome',
  'withdrawal-reminder',
  'goodwill-given',
  'holidays-unknown',
  'anaf-trouble',
  'low-balance',
  'expiring-credits',
  'plan-reminder',
];

/** Deletes mails from before an instant, which are sent or given up; those of remembered kinds lose address and data. */
export async function deleteOldMails(db: Db, before: Date): Promise<void> {
  await forgetMails(db, before, REMEMBERED);
}

/** A mail's text, composed when it is sent. */
interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
  /** Its link ends the link of an earlier mail: a mailbox must not take both for the same mail. */
  readonly endsEarlier?: true;
}

/** Returns the text of a mail; null: there is nothing to send. */
export type Compose = (app: App, mail: QueuedMail) => Promise<MailText | null>;

type Texts = Readonly<Record<MailKind, Compose>>;

/**
 * Sends a mail of the outbox unless it is sent already. The mail is leased meanwhile, and no transaction is open while the mail server is
 * asked: a worker that finds another's lease comes back when it is over. A crash between sending and noting it sends it twice, never not at
 * all. Throws the mail server's error, so that the job is tried again.
 */
export async function sendMail(app: App, texts: Texts, { mailId }: { mailId: string }): Promise<void> {
  const lease = { mailId, token: app.newId('lea') };
  const mail = await takeMail(app, lease);
  if (!mail) return;
  if (!(await handOver(app, texts, { mail, lease }))) return;
  if (!(await markSent(app.db, lease, app.now())))
    app.log.warn({ mailId }, 'a mail was sent by two workers: the lease of one ran out');
}

async function takeMail(app: App, lease: Lease): Promise<QueuedMail | undefined> {
  return app.change(async ({ tx }) => {
    const taken = await leaseMail(tx, lease);
    if (!taken || 'mail' in taken) return taken?.mail;
    const { leasedForSeconds: inSeconds } = taken;
    await app.queue.send(tx, { ...SEND_MAIL, inSeconds }, { mailId: lease.mailId });
    return undefined;
  });
}

interface Taken {
  readonly mail: QueuedMail;
  readonly lease: Lease;
}

/** Composes and sends. Returns false when another worker took the mail meanwhile. */
async function handOver(app: App, texts: Texts, { mail, lease }: Taken): Promise<boolean> {
  try {
    const composed = await texts[mail.kind as MailKind](app, mail);
    if (!composed) return true;
    // Composing may have taken long; the mail server gets the whole lease.
    if (!(await renewLease(app.db, lease))) return false;
    const { endsEarlier, ...text } = composed;
    // Many operators do not read the sender's mailbox.
    const addresses = { to: mail.address, replyTo: app.operator?.email ?? '' };
    await app.mail.send({ ...(!endsEarlier && { id: mail.id }), ...addresses, ...text });
    return true;
  } catch (error) {
    await giveBack(app.db, lease).catch(() => undefined);
    throw error;
  }
}
