import { isIP } from 'node:net';
import * as z from 'zod';
import { SiteFailure } from '#domain/adverts/site-failure.ts';

/** What opens one shop. The key is secret. */
export interface ShopAccess {
  /** `https://magazin.ro` or `https://magazin.ro/folder`. */
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  /** query: the shop has plain permalinks, and its interface answers in `rest_route` alone. */
  readonly rest: 'path' | 'query';
  /** query: the web server passes no Authorization on, so that the key stands in the address, over https. */
  readonly keys: 'header' | 'query';
}

const MOST_ADDRESS = 200;
/** Pages that people copy an address from. */
const INNER_PAGES = /\/(?:wp-admin|wp-json|wp-login\.php|index\.php)(?:\/.*)?$/u;
const access = z.object({
  address: z.string(),
  key: z.string(),
  secret: z.string(),
  rest: z.enum(['path', 'query']),
  keys: z.enum(['header', 'query']),
});

/**
 * Returns the address of a shop from what a person typed: https, a name of the internet, its own port, nothing behind the folder. Null: it
 * is none. Where the name leads is looked at whenever it is connected to.
 */
export function readShopAddress(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^https?:\/\//iu.test(text) ? text.replace(/^http:/iu, 'https:') : `https://${text}`);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const host = url.hostname.replace(/\.$/u, '');
  if (!isNameOfInternet(host)) return null;
  const folder = url.pathname.replace(INNER_PAGES, '').replace(/\/+$/u, '');
  const address = `https://${host}${folder}`;
  return address.length <= MOST_ADDRESS ? address : null;
}

/** False for IP addresses and for names without a dot, which are of one's own network. */
export function isNameOfInternet(host: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u.test(host) && isIP(host) === 0;
}

/** True for texts that have the form of a key and its secret. */
export function isKeyPair({ key, secret }: Pick<ShopAccess, 'key' | 'secret'>): boolean {
  return /^ck_\w{1,100}$/u.test(key) && /^cs_\w{1,100}$/u.test(secret);
}

/** Returns all that opens a shop as one secret text, which is kept where other sites' tokens are. */
export function writeAccess(given: ShopAccess): string {
  return JSON.stringify(access.parse(given));
}

/** Throws SiteFailure for a text that opens nothing. */
export function readAccess(token: string): ShopAccess {
  try {
    const read = access.parse(JSON.parse(token));
    if (readShopAddress(read.address) === read.address && isKeyPair(read)) return read;
  } catch {}
  throw new SiteFailure('reconnect');
}
