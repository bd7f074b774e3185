import { type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopback } from '#domain/loopback.ts';
import type { WebhookMode } from '#domain/users/webhooks.ts';
import { awaitAnswer, readBytes } from '#server/adapters/outside-call.ts';
import { lookupPublic } from '#server/adapters/resolve-name.ts';
import type { WebhookCall, WebhookSender } from './port.ts';

const CALL_MS = 10_000;
/** An answer's bytes say nothing; a short one is read, since some programs take a cut connection for a failure. */
const LARGEST_ANSWER = 4096;
/** Below it lie the ports of other services: mail, databases, shells. */
const LAST_SYSTEM_PORT = 1024;

/** `lookup` is for tests. */
export function createWebhookSender(
  mode: WebhookMode,
  lookup: RequestOptions['lookup'] = lookupPublic,
): WebhookSender {
  const parse = (text: string): URL | null => {
    const url = URL.parse(text.trim());
    return url !== null && (isOfInternet(url) || (mode === 'local' && isLocal(url))) ? url : null;
  };
  return {
    tidyAddress: (typed) => {
      const url = parse(typed);
      if (url === null) return null;
      url.hash = '';
      return url.href;
    },
    send: async (call) => {
      const url = parse(call.url);
      return url === null ? null : sendOnce(url, call, lookup);
    },
  };
}

/** A name alone: Node looks no bare address up, so that none would be checked when the connection is made. */
function isOfInternet({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  if (port !== '' && Number(port) <= LAST_SYSTEM_PORT) return false;
  return hostname.includes('.') && isIP(hostname) === 0;
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopback(hostname);
}

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
  return readStatus(call);
}

async function readStatus(call: ClientRequest): Promise<number | null> {
  try {
    const answer = await awaitAnswer(call);
    await readBytes(answer, LARGEST_ANSWER).catch(() => answer.destroy());
    return answer.statusCode ?? null;
  } catch {
    return null;
  }
}
