import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopback } from '#domain/loopback.ts';
import { awaitAnswer } from '#server/adapters/outside-call.ts';
import { lookupPublic } from '#server/adapters/resolve-name.ts';
import type { WebhookCall, WebhookSender } from './port.ts';

const CALL_MS = 15_000;

/** `isLive`: https alone; without it, a program on this machine is told by http, too. `lookup` is for tests. */
export function createWebhookSender(
  isLive: boolean,
  lookup: RequestOptions['lookup'] = lookupPublic,
): WebhookSender {
  const takes = (url: URL | null): url is URL =>
    url !== null && (isOfInternet(url) || (!isLive && isLocal(url)));
  return {
    takes: (url) => takes(URL.parse(url)),
    send: async (call) => {
      const url = URL.parse(call.url);
      return takes(url) ? sendOnce(url, call, lookup) : null;
    },
  };
}

/** A name alone: Node looks no bare address up, so that none would be checked when the connection is made. */
function isOfInternet({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return hostname.includes('.') && isIP(hostname) === 0;
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopback(hostname);
}

/** The answer's status is all that counts: nothing else of it is read. */
async function sendOnce(
  url: URL,
  { headers, body }: WebhookCall,
  lookup: RequestOptions['lookup'],
): Promise<number | null> {
  const isSecure = url.protocol === 'https:';
  const call = (isSecure ? secureRequest : plainRequest)(url, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(CALL_MS),
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Fotolot/1.0' },
    ...(isSecure && { lookup }),
  });
  call.end(body);
  try {
    const answer = await awaitAnswer(call);
    answer.on('error', () => {}).destroy();
    return answer.statusCode ?? null;
  } catch {
    return null;
  }
}
