import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { awaitAnswer } from '#server/adapters/outside-call.ts';
import { lookupPublic } from '#server/adapters/resolve-name.ts';

/** Most bytes of a picture: twice what OLX itself takes. */
const PICTURE_BYTES = 10_000_000;
const PICTURE_MS = 10_000;
/** Where OLX keeps the pictures of all its adverts; that Autovit, of the same house, does so too is presupus. */
const PICTURE_HOST = /^[a-z0-9.-]+\.olxcdn\.com$/u;
const TYPES = /^image\/(?:jpeg|png|webp)\b/iu;

/**
 * Fetches a picture from where the site keeps it, or with `own` from that origin alone (the stand-in's). Follows no redirect; a name that
 * leads into a private network when the connection is made is never connected to. Throws SiteFailure.
 */
export async function readSitePicture(address: string, own: string | null): Promise<Uint8Array> {
  const url = URL.parse(address);
  if (url === null || !isSitePicture(url, own)) throw new SiteFailure('gone');
  return fetchPicture(url, own === null);
}

/** Fetches a picture from an address that was found to be a site's own; `isLive`: over https, and from the internet alone. */
export async function fetchPicture(url: URL, isLive: boolean): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(PICTURE_MS);
  const answer = await askForPicture(url, isLive, signal);
  const type = answer.headers['content-type'] ?? '';
  if (answer.statusCode !== 200 || !TYPES.test(type)) {
    answer.destroy();
    throw new SiteFailure((answer.statusCode ?? 0) >= 500 ? 'away' : 'gone', {
      status: answer.statusCode ?? 0,
    });
  }
  const bytes = await readBytes(answer);
  // An answer of no stated length looks whole when it is cut off.
  if (signal.aborted) throw new SiteFailure('away');
  return bytes;
}

function isSitePicture(url: URL, own: string | null): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (own !== null) return url.origin === new URL(own).origin;
  return url.protocol === 'https:' && url.port === '' && PICTURE_HOST.test(url.hostname);
}

function askForPicture(url: URL, isLive: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const ask = isLive ? secureRequest : plainRequest;
  const request = ask(url, { signal, agent: false, ...(isLive && { lookup: lookupPublic }) }).end();
  return awaitAnswer(request).catch(() => {
    throw new SiteFailure('away');
  });
}

async function readBytes(answer: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      size += part.length;
      if (size > PICTURE_BYTES) throw new SiteFailure('gone');
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof SiteFailure ? error : new SiteFailure('away');
  }
  return Buffer.concat(parts);
}
