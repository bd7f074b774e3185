import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '#server/app.ts';

/** Days that a browser is remembered after the account's password was right in it. */
const DAYS = 180;

interface Account {
  readonly id: string;
  readonly password_hash: string | null;
}

/**
 * Returns what a browser keeps of having been signed in: „number.until.mac”, nothing in it says to which account. It opens nothing; it only
 * counts its own tries. It holds for one account and one password: with another password it is worth nothing, and nowhere else is it kept.
 */
export function knownToken(app: App, account: Account, browserId: string | null): string {
  const id = browserId ?? randomBytes(16).toString('base64url');
  const until = Math.floor(app.now().getTime() / 1000) + DAYS * 86_400;
  return `${id}.${until}.${computeMac(app, account, { browserId: id, until: String(until) })}`;
}

/** The browser's number, if this account's password of today was once right in it; else null. */
export function knownBrowser(app: App, account: Account, token: string | null): string | null {
  const [, id = '', until = '', given = ''] =
    /^([\w-]{22})\.(\d{1,12})\.([\da-f]{64})$/.exec(token ?? '') ?? [];
  if (id === '' || Number(until) * 1000 <= app.now().getTime()) return null;
  const expected = Buffer.from(computeMac(app, account, { browserId: id, until }));
  const found = Buffer.from(given);
  return expected.length === found.length && timingSafeEqual(expected, found) ? id : null;
}

function computeMac(
  app: App,
  { id, password_hash }: Account,
  { browserId, until }: { browserId: string; until: string },
): string {
  return app.keyedHash('known browser', [browserId, until, id, password_hash ?? ''].join('\0'));
}
