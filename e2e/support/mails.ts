import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { PATIENCE } from './patience.ts';

const LIMIT_MS = 60_000 * PATIENCE;

export interface SentMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address of its link; null without one. */
  readonly link: string | null;
}

/** Waits for the mails that an address has got from a server without SMTP (`mails/` in its data folder), oldest first. */
export async function mailsTo(
  dataDir: string,
  address: string,
  {
    atLeast = 1,
    ...wanted
  }: ({ mode: 'resetPassword' | 'verifyEmail' | 'changeEmail' | 'undoEmail' } | { subject: string }) & {
    atLeast?: number;
  },
): Promise<SentMail[]> {
  const isWanted = ({ link, subject }: SentMail) =>
    'subject' in wanted ? subject === wanted.subject : link?.includes(`mode=${wanted.mode}`);

  for (const until = Date.now() + LIMIT_MS; ; await wait(50)) {
    const found = (await readAll(join(dataDir, 'mails'))).filter(
      (mail) => mail.to === address && isWanted(mail),
    );
    if (found.length >= atLeast) return found;
    if (Date.now() > until)
      throw new Error(`${found.length} mails with ${JSON.stringify(wanted)} instead of ${atLeast}`);
  }
}

async function readAll(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return Promise.all(
    names.map(async (name) => {
      const {
        to = [],
        subject = '',
        text = '',
        html = '',
      } = await PostalMime.parse(await readFile(join(folder, name)));
      const [link = null] = /https?:\/\/\S+\/login\?\S+/.exec(text) ?? [];
      return { to: to[0]?.address, subject, text, html, link };
    }),
  );
}
