import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { awaitAnswer, readText } from '#server/adapters/outside-call.ts';
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
export async function postJson(
  call: ProviderCall,
): Promise<{ status: number; text: string } | ProviderOutcome<never>> {
  const isSecure = call.url.protocol === 'https:';
  const body = JSON.stringify(call.body);
  const signal = AbortSignal.timeout(call.timeoutMs);
  const request = (isSecure ? requestHttps : requestHttp)(call.url, {
    method: 'POST',
    agent: false,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...call.headers,
    },
    signal,
  });
  // Before the connection stands, the provider can't have read anything.
  let isSent = false;
  request.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isSent = true;
    });
  });
  try {
    const response = await awaitAnswer(request.end(body));
    return { status: response.statusCode ?? 0, text: await readText(response, LARGEST_ANSWER) };
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const reason = signal.aborted ? 'timeout' : (code ?? name);
    return { kind: isSent ? 'unknown' : 'not-sent', reason, code: null };
  }
}

export function parseAnswer(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : null;
  } catch {
    return null;
  }
}
