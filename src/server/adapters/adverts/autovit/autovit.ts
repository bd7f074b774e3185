import { isDeepStrictEqual } from 'node:util';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteMode } from '#domain/adverts/sites.ts';
import type { PasswordSite, SiteAdvert, SiteGrant } from '#server/adapters/adverts/port.ts';
import { createReachCheck } from '#server/adapters/adverts/reach.ts';
import { findAddress, readJson, waitForTurn } from '#server/adapters/adverts/site-calls.ts';
import { readSitePicture } from '#server/adapters/adverts/site-picture.ts';
import { isNotSent, readRetryAfter } from '#server/adapters/outside-call.ts';
import {
  type Access,
  type Account,
  openAccess,
  openAccount,
  packAccess,
  packAccount,
  readEmail,
} from './access.ts';
import { readAdvertAnswer, readAdvertList, readCollection, readOwner, readToken } from './answers.ts';
import { buildChange, buildCollection } from './body.ts';
import { type CallKind, classifyRefusal } from './refusals.ts';

/** Autovit takes pictures during the call. */
const CALL_MS = 90_000;
/** Shorter than a transaction may idle: a grant is renewed under a lock. */
const TOKEN_MS = 15_000;
/** As the site documents it. */
const ACCESS_HOURS = 12;
const PREFIX = '/api/open';
const PAGE = 100;
/** Most pictures of an advert: presupus, what the site shows for cars. */
const MOST_PICTURES = 40;

export interface AutovitOptions {
  readonly mode: SiteMode;
  /** Returns the site's address: `https://www.autovit.ro`, or the stand-in's. */
  readonly baseUrl: () => Promise<string>;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the operator has as a partner of the site; null: access ends after twelve hours, and the person connects again. */
  readonly partner: { readonly code: string; readonly secret: string } | null;
  readonly now: () => Date;
  /** Resolves when the next call may leave, and throws where too many wait. */
  readonly pace: () => Promise<void>;
  readonly callMs?: number;
}

/** How calls are made; `beforeCall` may end a change between two of them. */
interface Asking extends AutovitOptions {
  readonly beforeCall?: (() => Promise<void>) | undefined;
}

/** Autovit.ro by its open API. What is kept as access names the account, since each call must. */
export function createAutovit(options: AutovitOptions): PasswordSite {
  const { mode, baseUrl, now } = options;
  return {
    mode,
    connectsBy: 'password',
    accessHours: options.partner === null ? ACCESS_HOURS : null,
    async exchangePassword({ email: typed, password }) {
      const email = readEmail(typed);
      const form = { grant_type: 'password', username: email, password };
      const own = await askForGrant(options, { email, owner: null }, form);
      return options.partner === null ? own : becomePartner(options, own);
    },
    renew: async (kept) => askAsPartner(options, openAccount(kept)),
    async readSeller(kept) {
      const access = openAccess(kept);
      await askAutovit(options, { kind: 'read', access, path: `${getRoot(access)}?page=1&limit=1` });
      return { id: access.email, name: access.email };
    },
    async listAdverts(kept, offset) {
      const access = openAccess(kept);
      // Some of a page may have been left out of what was counted.
      const page = Math.ceil(offset / PAGE) + 1;
      const path = `${getRoot(access)}?page=${page}&limit=${PAGE}`;
      const { adverts, isLast } = readAdvertList(await askAutovit(options, { kind: 'read', access, path }));
      return { adverts: adverts.filter((advert) => isOwn(access, advert)), isLast };
    },
    readAdvert: async (kept, id) => readOwnAdvert(options, openAccess(kept), id),
    readPhotoLimit: async () => MOST_PICTURES,
    replacePictures: async (kept, advert, { addresses, beforeCall }) =>
      replacePictures({ ...options, beforeCall }, openAccess(kept), { advert, addresses }),
    readPicture: async (address) =>
      readSitePicture(address, mode === 'live' ? null : await findAddress(baseUrl)),
    // The stand-in runs on this machine.
    checkReach: mode === 'live' ? createReachCheck(now) : async () => 'reached',
    // The site has no address that says it.
    readStopReason: async () => null,
  };
}

/** A partner's access has addresses of its own. */
function getRoot({ owner }: Account): string {
  return owner === null ? '/account/adverts' : '/adverts';
}

/** A partner's access may reach other accounts: the person showed by the password which one is theirs. */
function isOwn({ owner }: Account, { raw }: Pick<SiteAdvert, 'raw'>): boolean {
  return owner === null || readOwner(raw) === owner;
}

async function readOwnAdvert(options: Asking, access: Access, id: string): Promise<SiteAdvert> {
  const path = `${getRoot(access)}/${encodeURIComponent(id)}`;
  const answer = await askAutovit(options, { kind: 'read', access, path });
  if (!isOwn(access, { raw: answer })) throw new SiteFailure('foreign');
  const advert = readAdvertAnswer(answer);
  if (advert.id !== id) throw new SiteFailure('unexpected', { detail: 'answer about another advert' });
  return advert;
}

interface Wanted {
  readonly advert: SiteAdvert;
  readonly addresses: readonly string[];
}

/**
 * Makes a collection of the pictures, and gives it to the advert once all are in it. The former collection stays as it is. The advert is read
 * again between the two: the site fetches for a while.
 */
async function replacePictures(
  options: Asking,
  access: Access,
  { advert, addresses }: Wanted,
): Promise<SiteAdvert> {
  const collectionId = await makeCollection(options, access, addresses);
  const now = await readOwnAdvert(options, access, advert.id);
  if (now.version !== advert.version) throw new SiteFailure('changed');
  const body = buildChange(now.raw as Record<string, unknown>, collectionId);
  const path = `${getRoot(access)}/${encodeURIComponent(advert.id)}`;
  await askAutovit(options, { kind: 'change', access, path, body });
  // The change may have been made, whatever comes now.
  const after = await readOwnAdvert(options, access, advert.id).catch(() => null);
  // A new collection has new addresses: with the former ones nothing is proved yet.
  if (after === null || isDeepStrictEqual(after.pictures, now.pictures)) throw new SiteFailure('unknown');
  return after;
}

async function makeCollection(
  options: Asking,
  access: Access,
  addresses: readonly string[],
): Promise<string> {
  if (addresses.length === 0) throw new SiteFailure('pictures');
  const body = buildCollection(addresses);
  const answer = await askAutovit(options, { kind: 'collection', access, path: '/imageCollections', body });
  return readCollection(answer, addresses.length);
}

type Form = Readonly<Record<string, string>>;

async function askForGrant(options: AutovitOptions, account: Account, form: Form): Promise<SiteGrant> {
  const answer = await askAutovit(options, { kind: 'token', path: '/oauth/token', form, access: account });
  const { token, expiresAt, scope } = readToken(answer, options.now());
  const refreshToken = account.owner === null ? null : packAccount(account);
  return { accessToken: packAccess({ ...account, token }), expiresAt, refreshToken, scope };
}

/**
 * Returns a partner's access to the account that the password opened. The account is known by the number that its adverts carry; one without
 * adverts keeps its own access.
 */
async function becomePartner(options: AutovitOptions, own: SiteGrant): Promise<SiteGrant> {
  const access = openAccess(own.accessToken);
  const path = `${getRoot(access)}?page=1&limit=1`;
  const { adverts } = readAdvertList(await askAutovit(options, { kind: 'read', access, path }));
  const owner = readOwner(adverts[0]?.raw);
  return owner === null ? own : askAsPartner(options, { email: access.email, owner });
}

async function askAsPartner(options: AutovitOptions, account: Account): Promise<SiteGrant> {
  const { partner } = options;
  if (partner === null || account.owner === null) throw new SiteFailure('reconnect');
  const form = { grant_type: 'partner', partner_code: partner.code, partner_secret: partner.secret };
  return askForGrant(options, account, form).catch((error: unknown) => {
    // What was refused is the operator's, not the person's.
    const isRefused = error instanceof SiteFailure && error.kind === 'reconnect';
    throw isRefused ? new SiteFailure('operator', error.facts) : error;
  });
}

interface Call {
  readonly kind: CallKind;
  /** After `/api/open`. */
  readonly path: string;
  readonly access: Account & { readonly token?: string };
  readonly form?: Form;
  readonly body?: object;
}

const METHODS = { token: 'POST', read: 'GET', collection: 'POST', change: 'PUT' } as const;
/** The documents of collections say 201 in one place and 200 in another. */
const DONE = { token: [200], read: [200], collection: [201, 200], change: [200] } as const;

/** Returns the answer's JSON. Follows no redirect and tries nothing twice. */
async function askAutovit(options: Asking, call: Call): Promise<unknown> {
  const { kind, path, form, body } = call;
  const url = `${await findAddress(options.baseUrl)}${PREFIX}${path}`;
  // A token is renewed while its row is locked, which bears no waiting.
  if (kind !== 'token') await waitForTurn(options.pace, options.beforeCall);
  const longest = kind === 'token' ? TOKEN_MS : CALL_MS;
  const sent = form === undefined ? body && JSON.stringify(body) : new URLSearchParams(form);
  const answer = await fetch(url, {
    method: METHODS[kind],
    redirect: 'manual',
    signal: AbortSignal.timeout(options.callMs ?? longest),
    headers: buildHeaders(options, call),
    ...(sent !== undefined && { body: sent }),
  }).catch((error: unknown) => {
    throw new SiteFailure(kind === 'change' && !isNotSent(error) ? 'unknown' : 'away');
  });
  const { status } = answer;
  const parsed = await readJson(answer);
  if (DONE[kind].some((done) => done === status) && parsed !== undefined) return parsed;
  throw classifyRefusal({ kind, status, body: parsed, waitSeconds: readRetryAfter(answer) });
}

function buildHeaders({ clientId, clientSecret }: AutovitOptions, { kind, access, body }: Call) {
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return {
    accept: 'application/json',
    // The site wants the account's address here.
    'user-agent': access.email,
    authorization: kind === 'token' ? `Basic ${pair}` : `Bearer ${access.token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    // Each picture that fails is told by its number.
    ...(kind === 'collection' && { 'x-bulk-error': 'per_item' }),
  };
}
