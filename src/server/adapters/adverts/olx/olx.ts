import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteMode } from '#domain/adverts/sites.ts';
import type { PageSite } from '#server/adapters/adverts/port.ts';
import { createReachCheck } from '#server/adapters/adverts/reach.ts';
import { findAddress, readJson, waitForTurn } from '#server/adapters/adverts/site-calls.ts';
import { readSitePicture } from '#server/adapters/adverts/site-picture.ts';
import { isNotSent, readRetryAfter } from '#server/adapters/outside-call.ts';
import {
  classifyRefusal,
  readAdvertAnswer,
  readAdvertList,
  readGrant,
  readPhotoLimitAnswer,
  readReason,
  readSellerAnswer,
  unwrapData,
} from './answers.ts';
import { buildChange, withoutExternalUrl } from './body.ts';

/** OLX takes pictures during the call. */
const CALL_MS = 90_000;
/** Shorter than a transaction may idle: a grant is renewed under a lock. */
const TOKEN_MS = 15_000;
const TOKEN_PATH = '/api/open/oauth/token';
const PAGE = 100;
const SCOPE = 'v2 read write';

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
  readonly beforeCall?: (() => Promise<void>) | undefined;
}

/** OLX.ro by its Partner API, version 2. */
export function createOlx(options: OlxOptions): PageSite {
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
    connectsBy: 'page',
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
    async replacePictures(token, advert, { addresses, beforeCall }) {
      const path = `/api/partner/adverts/${encodeURIComponent(advert.id)}`;
      const body = buildChange(advert.raw as Record<string, unknown>, addresses);
      const change = async (sent: object) => {
        const call: Call = { path, method: 'PUT', token, body: sent, beforeCall };
        const changed = readAdvertAnswer(unwrapData(await ask(call)));
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
      const own = options.mode === 'live' ? null : await findAddress(options.baseUrl);
      return readSitePicture(address, own);
    },
    // The stand-in runs on this machine.
    checkReach: options.mode === 'live' ? createReachCheck(now) : async () => 'reached',
    readStopReason: async (token, id) =>
      readReason(await read(token, `/adverts/${encodeURIComponent(id)}/moderation-reason`)),
  };
}

/** Returns the answer's JSON. Follows no redirect and tries nothing twice. */
async function askOlx(options: OlxOptions, call: Call): Promise<unknown> {
  const { path, method = 'GET', token, body, beforeCall } = call;
  const isChange = method === 'PUT';
  const url = `${await findAddress(options.baseUrl)}${path}`;
  // A token is renewed while its row is locked, which bears no waiting.
  if (path !== TOKEN_PATH) await waitForTurn(options.pace, beforeCall);
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
  const parsed = await readJson(answer);
  if (answer.status === 200 && parsed !== undefined) return parsed;
  if (answer.status === 200) throw new SiteFailure(isChange ? 'unknown' : 'away', { status: 200 });
  throw classifyRefusal({
    status: answer.status,
    body: parsed,
    waitSeconds: readRetryAfter(answer),
    isChange,
    hadPictures: body !== undefined && 'images' in body,
  });
}
