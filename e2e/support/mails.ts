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
    mode,
    atLeast = 1,
  }: { mode: 'resetPassword' | 'verifyEmail' | 'changeEmail' | 'undoEmail'; atLeast?: number },
): Promise<SentMail[]> {
  for (const until = Date.now() + LIMIT_MS; ; await wait(50)) {
    const found = (await readAll(join(dataDir, 'mails'))).filter(
      ({ to, link }) => to === address && link?.includes(`mode=${mode}`),
    );
    if (found.length >= atLeast) return found;
    if (Date.now() > until) throw new Error(`${found.length} mails with ${mode} instead of ${atLeast}`);
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
