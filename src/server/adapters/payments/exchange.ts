import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ProviderOutcome } from './port.ts';

export interface ProviderCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly timeoutMs: number;
}

type Answer = Readonly<Record<string, unknown>>;
const LARGEST_ANSWER = 256 * 1024;

/**
 * Posts JSON once, on a connection of its own, and follows no redirect. Never throws: the outcome says what is known about the call's end.
 */
export async function callProvider(call: ProviderCall): Promise<ProviderOutcome<Answer>> {
  const raw = await postJson(call);
  if ('kind' in raw) return raw;
  const { status, text } = raw;
  const answer = parseAnswer(text);
  const code =
    typeof answer?.code === 'string' || typeof answer?.code === 'number' ? String(answer.code) : null;
  const ended = (kind: 'not-sent' | 'unknown' | 'refused', reason = `HTTP ${status}`) => ({
    kind,
    reason,
    code,
  });
  if (status === 429) return ended('not-sent');
  if (status >= 500 || status === 408) return ended('unknown');
  if (status >= 300) return ended('refused');
  return answer ? { kind: 'answered', value: answer } : ended('unknown', 'the answer is not JSON');
}

/** Posts JSON once and returns the response as it came, or that there was none. */
export function postJson(
  call: ProviderCall,
): Promise<{ status: number; text: string } | ProviderOutcome<never>> {
  return new Promise((resolve) => {
    const isSecure = call.url.protocol === 'https:';
    const body = JSON.stringify(call.body);
    // Before the connection stands, the provider can't have read anything.
    let isSent = false;
    const fail = (error: NodeJS.ErrnoException) => {
      const reason = error.name === 'AbortError' ? 'timeout' : (error.code ?? error.name);
      resolve({ kind: isSent ? 'unknown' : 'not-sent', reason, code: null });
    };
    const request = (isSecure ? requestHttps : requestHttp)(call.url, {
      method: 'POST',
      agent: false,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...call.headers,
      },
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    request.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isSent = true;
      });
    });
    request.on('error', fail);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('error', fail);
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > LARGEST_ANSWER) response.destroy(new Error('answer too large'));
        else parts.push(part);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    request.end(body);
  });
}

export function parseAnswer(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : null;
  } catch {
    return null;
  }
}
