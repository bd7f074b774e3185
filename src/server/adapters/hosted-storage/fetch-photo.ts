import type { LookupAddress } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AVATAR_MAX_BYTES } from '#domain/users/avatar.ts';
import { isPictureFrom } from '#domain/users/picture-origins.ts';
import { awaitAnswer } from '#server/adapters/outside-call.ts';

/** How host names are resolved, and to which addresses connections are allowed. */
export interface Network {
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
  readonly isAllowed: (ip: string) => boolean;
}

/** Another try would fail too. */
class PhotoRefused extends Error {}

interface Source {
  readonly origins: readonly string[];
  readonly network: Network;
}

const LIMIT_MS = 30_000;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Statuses that may pass with another try, beside all 5xx. */
const PASSING = new Set([408, 425, 429]);

interface PictureRequest {
  readonly url: string;
  readonly path: string;
}

/**
 * Writes at most 10 MB within 30 s, from these origins alone; each redirect is checked like the first address. Returns null, or why the
 * file can't be had. Throws where another try may succeed.
 */
export async function fetchPhoto(source: Source, wanted: PictureRequest): Promise<string | null> {
  try {
    await downloadPicture(source, wanted);
    return null;
  } catch (error) {
    if (error instanceof PhotoRefused) return error.message;
    throw error;
  }
}

async function downloadPicture(source: Source, { url, path }: PictureRequest): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const response = await followAllowedRedirects(source, url, signal);
  try {
    refuseTooLarge(Number(response.headers['content-length'] ?? 0));
    await pipeline(response, stopTooLarge(), createWriteStream(path));
    // A file of no stated length looks whole when it is cut off.
    signal.throwIfAborted();
  } finally {
    response.destroy();
  }
}

async function followAllowedRedirects(
  source: Source,
  first: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = first;
  for (let left = MOST_REDIRECTS; ; left--) {
    if (!isPictureFrom(source.origins, url)) throw new PhotoRefused('no address of the storage');
    const response = await requestUrl(source.network, new URL(url), signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    const isRedirect = REDIRECTS.has(statusCode) && left > 0 && headers.location !== undefined;
    const next = isRedirect ? URL.parse(headers.location ?? '', url) : null;
    if (next === null) {
      if (statusCode >= 500 || PASSING.has(statusCode)) throw new Error(`status ${statusCode}`);
      throw new PhotoRefused(`status ${statusCode}`);
    }
    url = next.href;
  }
}

/** Connects to the very addresses that were checked: a second look-up might lead elsewhere. */
async function requestUrl(network: Network, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await Promise.race([network.resolve(host), rejectOnAbort(signal)]);
  const refused = addresses.find(({ address }) => !network.isAllowed(address));
  const [first] = addresses;
  if (refused || !first) throw new PhotoRefused('its host is at no address of the internet');
  const options = {
    // A connection of its own: a kept one was checked for another request.
    agent: false,
    signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'fotolot' },
    lookup: knownAddresses(addresses, first),
  } as const;
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return awaitAnswer(request(url, options).end());
}

/** A name look-up has no limit of its own. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

type Done = (error: null, address: string | LookupAddress[], family?: number) => void;

/** In place of the system's lookup. */
function knownAddresses(all: readonly LookupAddress[], { address, family }: LookupAddress) {
  return (_host: string, options: { readonly all?: boolean }, done: Done): void =>
    options.all ? done(null, [...all]) : done(null, address, family);
}

function stopTooLarge(): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      try {
        refuseTooLarge(received);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function refuseTooLarge(bytes: number): void {
  if (bytes > AVATAR_MAX_BYTES) throw new PhotoRefused(`more than ${AVATAR_MAX_BYTES} bytes`);
}
