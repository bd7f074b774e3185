import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { parsePlain } from '#server/adapters/adverts/site-calls.ts';
import { awaitAnswer, readText } from '#server/adapters/outside-call.ts';
import { lookupPublic } from '#server/adapters/resolve-name.ts';
import { classifyShopRefusal } from './answers.ts';

const CONNECT_MS = 10_000;
/** Some firewalls let no program in that does not name itself. */
const AGENT = 'Fotolot/1.0';
/** Places at which an answer may begin behind what PHP printed before it, all of them near its start. */
const MOST_STARTS = 10;
const LONGEST_WARNING = 64 * 1024;
/** A hundred products with some twenty pictures each. */
const LARGEST_ANSWER = 3 * 1024 * 1024;

interface ShopCall {
  readonly url: URL;
  readonly method: 'GET' | 'PUT';
  /** Null: the key stands in the address. */
  readonly authorization: string | null;
  readonly body?: object;
  readonly callMs: number;
  /** Looks names up; another one is for tests. */
  readonly lookup?: RequestOptions['lookup'];
}

/** Returns the answer's JSON. Follows no redirect and tries nothing twice; over https only the internet is connected to. */
export async function askShop(call: ShopCall): Promise<unknown> {
  const isChange = call.method !== 'GET';
  const answer = await sendCall(call);
  const text = await readText(answer, LARGEST_ANSWER).catch(() => null);
  const body = parseAnswer(text);
  const status = answer.statusCode ?? 0;
  if (status === 200 && body !== undefined) return body;
  const { 'retry-after': retryAfter = null, location = null } = answer.headers;
  throw classifyShopRefusal({ status, body, retryAfter, location, isChange });
}

function sendCall({ url, method, authorization, body, callMs, lookup }: ShopCall): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const text = body === undefined ? null : JSON.stringify(body);
  const call = (isSecure ? secureRequest : plainRequest)(url, {
    method,
    agent: false,
    signal: AbortSignal.timeout(callMs),
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': AGENT,
      ...(authorization !== null && { authorization }),
      ...(text !== null && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
    ...(isSecure && { lookup: lookup ?? lookupPublic }),
  });
  let isConnected = false;
  const patience = setTimeout(() => call.destroy(new Error('no connection')), CONNECT_MS);
  call.once('socket', (socket) =>
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      clearTimeout(patience);
    }),
  );
  call.once('close', () => clearTimeout(patience));
  call.end(text);
  return awaitAnswer(call).catch(() => {
    // What never stood carried nothing: a name that is none, a private network, a wrong certificate.
    throw new SiteFailure(isConnected && method !== 'GET' ? 'unknown' : 'away');
  });
}

/** Returns the JSON that an answer ends with, whatever warnings stand before it; undefined: none, or none that can be stored. */
function parseAnswer(text: string | null): unknown {
  if (text === null) return undefined;
  const starts = /^\s*[[{]/u.test(text)
    ? [0]
    : [...text.slice(0, LONGEST_WARNING).matchAll(/[[{]/gu)].slice(0, MOST_STARTS).map(({ index }) => index);
  for (const start of starts)
    try {
      return parsePlain(text.slice(start));
    } catch {}
  return undefined;
}
