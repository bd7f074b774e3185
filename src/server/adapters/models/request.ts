import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { awaitAnswer } from '#server/adapters/outside-call.ts';
import { FetchFailed } from './fetch-failed.ts';

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface RangeRequest {
  readonly address: string;
  /** Bytes that are here already and are skipped. */
  readonly from: number;
  /** Proxy for https, `http://name:password@host:port`; empty for none. */
  readonly proxy: string;
  readonly signal: AbortSignal;
}

/** Requests a file, or the rest of one, and follows redirects; https stays https. Throws FetchFailed for too many or insecure redirects. */
export async function requestFile(asked: RangeRequest): Promise<IncomingMessage> {
  let url = new URL(asked.address);
  const agent = new Agent(asked.proxy ? { proxyEnv: { HTTPS_PROXY: asked.proxy } } : {});
  for (let left = MOST_REDIRECTS; ; left--) {
    const response = await requestOnce(url, asked, agent);
    const { statusCode = 0, headers } = response;
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) return response;
    response.destroy();
    if (left === 0) throw new FetchFailed('refused', 'too many redirects');
    const next = URL.parse(headers.location, url.href);
    const isFine = next?.protocol === 'https:' || (next?.protocol === 'http:' && url.protocol === 'http:');
    if (next === null || !isFine) throw new FetchFailed('insecure', 'the redirect does not lead to https');
    url = next;
  }
}

function requestOnce(url: URL, { from, signal }: RangeRequest, agent: Agent): Promise<IncomingMessage> {
  const headers = {
    'user-agent': 'fotolot',
    'accept-encoding': 'identity',
    ...(from > 0 && { range: `bytes=${from}-` }),
  };
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { headers, signal, agent })
      : // A connection of its own: nothing is kept open for hours.
        httpRequest(url, { headers, signal, agent: false });
  return awaitAnswer(request.end());
}
