import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteMode } from '#domain/adverts/sites.ts';
import {
  classifyRefusal,
  readAdvertAnswer,
  readAdvertList,
  readGrant,
  readPhotoLimitAnswer,
  readReason,
  readSellerAnswer,
  unwrapData,
} from './olx-answers.ts';
import { buildChange, withoutExternalUrl } from './olx-body.ts';
import { readSitePicture } from './olx-picture.ts';
import type { AdvertSite } from './port.ts';
import { createReachCheck } from './reach.ts';

/** OLX takes pictures during the call. */
const CALL_MS = 90_000;
/** Shorter than a transaction may idle: a grant is renewed under a lock. */
const TOKEN_MS = 15_000;
const TOKEN_PATH = '/api/open/oauth/token';
const PAGE = 100;
const LARGEST_ANSWER = 8 * 1024 * 1024;
const SCOPE = 'v2 read write';
/** Failures of a connection that never stood. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export interface OlxOptions {
  readonly mode: SiteMode;
  /** Returns the site's address, for us and for browsers: `https://www.olx.ro`, or the stand-in's. */
  readonly baseUrl: () => Promise<string>;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
  /** Resolves when the next call may leave, and throws where too many wait. */
  readonly pace: () => Promise<void>;
  readonly callMs?: number;
}

interface Call {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly token?: string;
  readonly body?: object;
}

/** OLX.ro by its Partner API, version 2. */
export function createOlx(options: OlxOptions): AdvertSite {
  const { clientId, clientSecret, now } = options;
  const ask = (call: Call) => askOlx(options, call);
  const exchange = async (facts: Readonly<Record<string, string>>) => {
    const body = { ...facts, client_id: clientId, client_secret: clientSecret, scope: SCOPE };
    return readGrant(await ask({ path: TOKEN_PATH, method: 'POST', body }), now());
  };
  const read = async (token: string, path: string) =>
    unwrapData(await ask({ path: `/api/partner${path}`, token }));
  return {
    mode: options.mode,
    async connectUrl({ state, redirectUri }) {
      const asked = {
        client_id: clientId,
        response_type: 'code',
        state,
        scope: SCOPE,
        redirect_uri: redirectUri,
      };
      return `${await options.baseUrl()}/oauth/authorize/?${new URLSearchParams(asked)}`;
    },
    exchangeCode: ({ code, redirectUri }) =>
      exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    renew: (refreshToken) => exchange({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    readSeller: async (token) => readSellerAnswer(await read(token, '/users/me')),
    async listAdverts(token, offset) {
      return readAdvertList(await read(token, `/adverts?offset=${offset}&limit=${PAGE}`), PAGE);
    },
    readAdvert: async (token, id) =>
      readAdvertAnswer(await read(token, `/adverts/${encodeURIComponent(id)}`)),
    readPhotoLimit: async (token, categoryId) =>
      readPhotoLimitAnswer(await read(token, `/categories/${encodeURIComponent(categoryId)}`)),
    async replacePictures(token, advert, addresses) {
      const path = `/api/partner/adverts/${encodeURIComponent(advert.id)}`;
      const body = buildChange(advert.raw as Record<string, unknown>, addresses);
      const change = async (sent: object) => {
        const changed = readAdvertAnswer(unwrapData(await ask({ path, method: 'PUT', token, body: sent })));
        // An answer about something else tells nothing of this advert.
        if (changed.id !== advert.id) throw new SiteFailure('unknown', { status: 200 });
        return changed;
      };
      try {
        return await change(body);
      } catch (error) {
        const isAboutUrl = error instanceof SiteFailure && /external URL/iu.test(error.facts.detail ?? '');
        if (!isAboutUrl || !('external_url' in body)) throw error;
        return change(withoutExternalUrl(body));
      }
    },
    async readPicture(address) {
      const own = options.mode === 'live' ? null : await findAddress(options);
      return readSitePicture(address, own);
    },
    // The stand-in runs on this machine.
    checkReach: options.mode === 'live' ? createReachCheck(now) : async () => 'reached',
    readStopReason: async (token, id) =>
      readReason(await read(token, `/adverts/${encodeURIComponent(id)}/moderation-reason`)),
  };
}

/** Returns the answer's JSON. Follows no redirect and tries nothing twice. */
async function askOlx(options: OlxOptions, { path, method = 'GET', token, body }: Call): Promise<unknown> {
  const isChange = method === 'PUT';
  const url = `${await findAddress(options)}${path}`;
  // A token is renewed while its row is locked, which bears no waiting.
  if (path !== TOKEN_PATH) await waitForTurn(options);
  const longest = path === TOKEN_PATH ? TOKEN_MS : CALL_MS;
  const signal = AbortSignal.timeout(options.callMs ?? longest);
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      version: '2.0',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      // On reading the site takes this header for a mistake.
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new SiteFailure(isChange && !isNotSent(error) ? 'unknown' : 'away');
  });
  const text = await readText(answer).catch(() => null);
  const parsed = parseJson(text);
  if (answer.status === 200 && parsed !== undefined) return parsed;
  if (answer.status === 200) throw new SiteFailure(isChange ? 'unknown' : 'away', { status: 200 });
  throw classifyRefusal({
    status: answer.status,
    body: parsed,
    retryAfter: answer.headers.get('retry-after'),
    isChange,
    hadPictures: body !== undefined && 'images' in body,
  });
}

/** Nothing was sent of a call that found too many others waiting. */
function waitForTurn({ pace }: OlxOptions): Promise<void> {
  return pace().catch(() => {
    throw new SiteFailure('busy');
  });
}

/** A stand-in that does not start is away, too. */
function findAddress({ baseUrl }: OlxOptions): Promise<string> {
  return baseUrl().catch(() => {
    throw new SiteFailure('away');
  });
}

function isNotSent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return NOT_SENT.has(cause?.code ?? '');
}

/** Throws for an answer that is too large or ends early. */
async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new Error('answer too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Returns undefined for what is no JSON, or none that can be stored. */
function parseJson(text: string | null): unknown {
  try {
    const parsed: unknown = text === null ? undefined : JSON.parse(text);
    return isPlain(parsed, 0) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Far more than an advert has. */
const DEEPEST = 50;

/** False for NUL and lone surrogates, which PostgreSQL cannot store, and for what lies too deep. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < DEEPEST &&
    Object.entries(value).every(([key, each]) => isPlain(key, depth) && isPlain(each, depth + 1))
  );
}
