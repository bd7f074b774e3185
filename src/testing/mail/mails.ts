import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { pollUntil, type TestServer } from '#testing/server.ts';

export interface ReceivedMail {
  /** The one address it went to. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The whole message with all its headers. */
  readonly whole: Email;
}

export async function parseMail(bytes: Uint8Array | string): Promise<ReceivedMail> {
  const whole = await PostalMime.parse(bytes);
  const { subject = '', text = '', html = '' } = whole;
  return { to: whole.to?.map(({ address }) => address).join(', ') ?? '', subject, text, html, whole };
}

/** Every mail in `mails/` of a data folder, oldest first. */
export async function readMails(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'mails');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.sort(inOrder).map(async (name) => parseMail(await readFile(join(folder, name)))));
}

/** By the instant, then by the running number behind it. */
function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

type LinkMode = 'resetPassword' | 'verifyEmail' | 'changeEmail' | 'undoEmail';

/** Waits until an address has so many mails whose link has this mode; returns them, oldest first. */
export async function mailsTo(
  dataDir: string,
  address: string,
  { mode, atLeast = 1 }: { mode: LinkMode; atLeast?: number },
): Promise<ReceivedMail[]> {
  const ask = async () =>
    (await readMails(dataDir)).filter(({ to, text }) => to === address && text.includes(`mode=${mode}`));
  return pollUntil(ask, (mails) => mails.length >= atLeast);
}

/** Waits until every mail of the outbox has been dealt with; one whose account is deleted goes nowhere any more. */
export async function mailsSent({ database }: TestServer): Promise<void> {
  await pollUntil(
    async () =>
      (await database.pool.query(`select id from mails where sent_at is null and address <> ''`)).rowCount,
    (open) => open === 0,
  );
}

/** The page's address in a mail and the secret in it. */
export function linkIn(mail: ReceivedMail): { url: URL; token: string } {
  const [link = ''] = /https?:\/\/\S+\/login\?\S+/.exec(mail.text) ?? [];
  const url = new URL(link);
  return { url, token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '' };
}
