import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plain,
  type ServerResponse,
} from 'node:http';
import { request as secure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { isSigned, type Keys, signed } from './signature.ts';

/** Of one connection alone. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'expect', 'transfer-encoding', 'upgrade'];

/**
 * Hands a request on to another store and its reply back, as they come: what goes wrong with the one goes wrong with the other. A request
 * signed with `keys` for this address is signed anew for that one; any other goes there as it is, to be refused.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, keys }: { upstream: URL; keys: Keys },
): Promise<void> {
  const path = request.url ?? '/';
  const url = new URL(path, upstream);
  const headers = without(HOP_BY_HOP, request.headers);
  const own = isSigned(request, url, keys) ? { ...headers, host: upstream.host } : headers;
  const authorization =
    own === headers ? headers.authorization : signed({ ...request, url: path, headers: own }, url, keys);
  const send = upstream.protocol === 'https:' ? secure : plain;
  const sent = send(url, {
    method: request.method ?? 'GET',
    path,
    headers: { ...own, ...(authorization && { authorization }) },
  });
  try {
    const [[reply]] = await Promise.all([
      once(sent, 'response') as Promise<[IncomingMessage]>,
      pipeline(request, sent),
    ]);
    response.writeHead(reply.statusCode ?? 502, without(HOP_BY_HOP, reply.headers));
    await pipeline(reply, response);
  } catch {
    sent.destroy();
    response.destroy();
  }
}

function without(names: readonly string[], headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
