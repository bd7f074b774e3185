import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '#server/app.ts';

/** Days that a browser is remembered after a right password. */
const DAYS = 180;

interface Account {
  readonly id: string;
  readonly password_hash: string | null;
}

/**
 * Returns the token of a browser that was signed in: „number.until.mac”, which does not show the account. It opens nothing; it only counts
 * the browser's own tries. It holds for one account and one password, and the server stores no copy.
 */
export function knownToken(app: App, account: Account, browserId: string | null): string {
  const id = browserId ?? randomBytes(16).toString('base64url');
  const until = Math.floor(app.now().getTime() / 1000) + DAYS * 86_400;
  return `${id}.${until}.${computeMac(app, account, { browserId: id, until: String(until) })}`;
}

/** Returns the browser's number if this account's present password was once right in it; else null. */
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
