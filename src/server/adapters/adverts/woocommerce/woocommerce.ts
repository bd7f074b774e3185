import type { RequestOptions } from 'node:http';
import { MOST_SENT } from '#domain/adverts/sending.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteMode } from '#domain/adverts/sites.ts';
import type { KeySite, SiteAdvert, SiteGrant, SiteSeller } from '#server/adapters/adverts/port.ts';
import { createReachCheck } from '#server/adapters/adverts/reach.ts';
import { findAddress, waitForTurn } from '#server/adapters/adverts/site-calls.ts';
import { fetchPicture } from '#server/adapters/adverts/site-picture.ts';
import {
  isKeyPair,
  isNameOfInternet,
  readAccess,
  readShopAddress,
  type ShopAccess,
  writeAccess,
} from './access.ts';
import { FIELDS, PAGE, readProduct, readProducts, ShopFailure, type ShopProduct } from './answers.ts';
import { changeShopPictures, tellShopOutcome } from './change.ts';
import { askShop } from './http.ts';

/** The shop fetches the picture during the call, and makes its smaller sizes. */
const CALL_MS = 90_000;
/** People wait for a reading. */
const READ_MS = 30_000;
/** Keys have no end of their own. */
const KEY_MS = 365 * 86_400_000;
const ROOT = '/wc/v3/products';
/** Products of found variations that a search reads, one call each. */
const MOST_READ = 10;
/** Ways in which a shop is asked before it is taken for none. */
const MOST_WAYS = 4;

export interface WooCommerceOptions {
  readonly mode: SiteMode;
  /** Returns the stand-in's address, which answers for all shops; null: shops are asked at their own. */
  readonly standIn: (() => Promise<string>) | null;
  readonly now: () => Date;
  /** Resolves when the next call to a shop may leave, and throws where too many wait. */
  readonly pace: (host: string) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly callMs?: number;
  readonly lookup?: RequestOptions['lookup'];
}

interface Call {
  readonly method?: 'GET' | 'PUT';
  /** Behind the products' own path. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly beforeCall?: (() => Promise<void>) | undefined;
}

/**
 * Shops with WooCommerce. All of them are one site: a shop's address and key are its „access token”, one secret text, so that they are
 * sealed and handed over as other sites' tokens are. A key lasts until its owner deletes it: renewing gives the same text again.
 */
export function createWooCommerce(options: WooCommerceOptions): KeySite {
  const ask = (token: string, call: Call) => callShop(options, readAccess(token), call);
  const list = async (
    token: string,
    query: Readonly<Record<string, string>>,
    beforeCall?: Call['beforeCall'],
  ) => readProducts(await ask(token, { query: { per_page: String(PAGE), ...query }, beforeCall }));
  const read = async (token: string, id: string, beforeCall?: () => Promise<void>) => {
    const call = { path: `/${encodeURIComponent(id)}`, beforeCall };
    const product = asProduct(readProduct(await ask(token, call)));
    if (product.id !== id) throw new SiteFailure('unexpected', { detail: 'answer about another product' });
    return product;
  };
  const changePictures: KeySite['changePictures'] = (token, advert, change) => {
    const path = `/${encodeURIComponent(advert.id)}`;
    const { beforeCall } = change;
    const door = {
      async put(images: readonly object[]) {
        const changed = readChanged(await ask(token, { method: 'PUT', path, body: { images }, beforeCall }));
        // An answer about something else tells nothing of this product.
        if (changed.id !== advert.id) throw new SiteFailure('unknown', { status: 200 });
        return changed;
      },
      read: () => read(token, advert.id, beforeCall),
      pause: options.pause,
    };
    return changeShopPictures(door, advert, change);
  };
  return {
    mode: options.mode,
    connectsBy: 'key',
    connectShop: async (typed) => toGrant(await connectShop(options, typed), options.now()),
    renew: async (token) => toGrant(readAccess(token), options.now()),
    readSeller: async (token) => {
      await list(token, { per_page: '1' });
      return toSeller(readAccess(token));
    },
    async listAdverts(token, offset) {
      const { listed, products } = await list(token, { offset: String(offset) });
      const adverts = products.filter(({ variationOf }) => variationOf === null).map(({ advert }) => advert);
      return { adverts, isLast: listed < PAGE };
    },
    async findAdverts(token, words, beforeCall) {
      const found = [
        await list(token, { sku: words }, beforeCall),
        await list(token, { search: words }, beforeCall),
      ];
      const products = found.flatMap((page) => page.products);
      const byId = new Map(
        products.flatMap(({ advert, variationOf }) => (variationOf === null ? [[advert.id, advert]] : [])),
      );
      // The pictures of a variation's product are meant.
      const others = new Set(products.flatMap(({ variationOf }) => variationOf ?? [])).difference(byId);
      for (const id of [...others].slice(0, MOST_READ)) byId.set(id, await read(token, id, beforeCall));
      const isLast = found.every(({ listed }) => listed < PAGE) && others.size <= MOST_READ;
      return { adverts: [...byId.values()], isLast };
    },
    readAdvert: (token, id) => read(token, id),
    // No limit of the interface is known.
    readPhotoLimit: async () => MOST_SENT,
    changePictures,
    tellOutcome: tellShopOutcome,
    replacePictures: async (token, advert, { addresses, ...watched }) =>
      (await changePictures(token, advert, { pictures: addresses, ...watched })).advert,
    readPicture: async (address) => readShopPicture(address, await findStandIn(options)),
    // The stand-in runs on this machine.
    checkReach: options.mode === 'live' ? createReachCheck(options.now) : async () => 'reached',
    readStopReason: async () => null,
  };
}

/** Tries how the shop can be asked: under its other name, with plain permalinks, with lost headers. */
async function connectShop(
  options: WooCommerceOptions,
  { address: typed, key, secret }: { address: string; key: string; secret: string },
): Promise<ShopAccess> {
  const address = readShopAddress(typed);
  if (address === null) throw new SiteFailure('refused', { fields: [{ field: 'address', detail: '' }] });
  // What has not the form of a key is none.
  if (!isKeyPair({ key, secret })) throw new SiteFailure('reconnect');
  let access: ShopAccess = { address, key, secret, rest: 'path', keys: 'header' };
  for (let tries = 1; ; tries += 1)
    try {
      readProducts(await callShop(options, access, { query: { per_page: '1' } }));
      return access;
    } catch (error) {
      const next = error instanceof SiteFailure && tries < MOST_WAYS ? findOtherWay(access, error) : null;
      if (next === null) throw error;
      access = next;
    }
}

function findOtherWay(access: ShopAccess, error: SiteFailure): ShopAccess | null {
  const code = error instanceof ShopFailure ? error.code : null;
  const moved = findMove(access, error);
  if (moved !== null) return { ...access, address: moved };
  const hasNoRoute = error.facts.status === 404 && code === null;
  if (hasNoRoute && access.rest === 'path') return { ...access, rest: 'query' };
  // A key that is known but not right is said to be so: this answer means that none arrived.
  const hasNoKey = error.facts.status === 401 && code === 'woocommerce_rest_cannot_view';
  return hasNoKey && access.keys === 'header' ? { ...access, keys: 'query' } : null;
}

/** Returns the address of a shop that answers under `www.` alone, or without it; null: it leads elsewhere. No other name gets the key. */
function findMove({ address }: ShopAccess, { facts: { detail = '' } }: SiteFailure): string | null {
  const { hostname, pathname } = new URL(address);
  const other = hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`;
  return detail === `redirect: https://${other}` ? readShopAddress(other + pathname) : null;
}

function toGrant(access: ShopAccess, now: Date): SiteGrant {
  const token = writeAccess(access);
  return { accessToken: token, refreshToken: token, expiresAt: new Date(now.getTime() + KEY_MS), scope: '' };
}

function toSeller({ address }: ShopAccess): SiteSeller {
  const name = address.replace('https://', '');
  return { id: name, name };
}

async function callShop(options: WooCommerceOptions, access: ShopAccess, call: Call): Promise<unknown> {
  const { method = 'GET', path = '', query = {}, body, beforeCall } = call;
  const base = (await findStandIn(options)) ?? access.address;
  const route = ROOT + path;
  const url = new URL(access.rest === 'path' ? `${base}/wp-json${route}` : `${base}/index.php`);
  if (access.rest === 'query') url.searchParams.set('rest_route', route);
  for (const [name, value] of Object.entries({ ...query, _fields: FIELDS }))
    url.searchParams.set(name, value);
  const { key, secret, keys } = access;
  if (keys === 'query') {
    url.searchParams.set('consumer_key', key);
    url.searchParams.set('consumer_secret', secret);
  }
  const authorization =
    keys === 'header' ? `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` : null;
  await waitForTurn(() => options.pace(new URL(access.address).hostname), beforeCall);
  const { callMs = method === 'GET' ? READ_MS : CALL_MS, lookup } = options;
  return askShop({ url, method, authorization, callMs, ...(body && { body }), ...(lookup && { lookup }) });
}

/** Returns null where shops are asked at their own addresses. */
async function findStandIn({ standIn }: WooCommerceOptions): Promise<string | null> {
  return standIn === null ? null : findAddress(standIn);
}

/** A variation has pictures of its own, which are not changed. */
function asProduct({ advert, variationOf }: ShopProduct): SiteAdvert {
  if (variationOf !== null) throw new SiteFailure('gone');
  return advert;
}

/** An answer to a change that is not understood does not say that nothing was changed. */
function readChanged(answer: unknown): SiteAdvert {
  try {
    return readProduct(answer).advert;
  } catch {
    throw new SiteFailure('unknown', { status: 200 });
  }
}

/**
 * Shops keep pictures under their own names and under those of networks in front of them, so any name of the internet is asked, over https
 * and for a picture alone.
 */
async function readShopPicture(address: string, own: string | null): Promise<Uint8Array> {
  const url = URL.parse(address);
  const isTaken =
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    (own === null
      ? url.protocol === 'https:' && url.port === '' && isNameOfInternet(url.hostname)
      : url.origin === new URL(own).origin);
  if (!isTaken) throw new SiteFailure('gone');
  return fetchPicture(url, own === null);
}
