import { type BrowserRoute, fillPath, type InputOf, type ReplyOf, type Route } from '#contract/route.ts';
import { errorSentence, UNKNOWN_ERROR } from '#domain/language/error-sentences.ts';
import { ApiError } from '#web/api/api-error.ts';
import { askForProof } from '#web/api/proof.ts';
import { serverAnswered, serverUnreachable } from '#web/api/reachability.ts';
import { noteServerTime } from '#web/api/server-clock.ts';
import { isSessionLost, sessionLost } from '#web/api/session-lost.ts';
import { withToken } from '#web/api/token-lock.ts';

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** For a route that takes a picture: its bytes are the body. */
  readonly file?: Blob;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** `routeUrl(listPhotos, { query: { trash: '1' } })` → „/api/photos?trash=1”; undefined values are left out. */
export function routeUrl<const R extends Route>(route: R, input: Omit<InputOf<R>, 'body'>): string {
  return urlOf(route, input as LooseInput);
}

function urlOf(route: BrowserRoute, { params, query }: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const path = fillPath(route.path, params);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Calls a JSON route. Resolves with its reply, throws ApiError for a refusal and for an unreachable server (status 0). */
export async function call<const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<ReplyOf<R>> {
  const response = await callRaw(route, input, options);
  return (await response.json()) as ReplyOf<R>;
}

/** The same for routes that answer with a file (a preview): the response itself. */
export async function callRaw<const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<Response> {
  const response = await send(route, input as LooseInput, options);
  if (response.ok) return response;
  const error = await readRefusal(response);
  if (!(await mayGoAgain(route, error))) throw error;
  const again = await send(route, input as LooseInput, options);
  if (again.ok) return again;
  throw await readRefusal(again);
}

/** True when a refused request may be sent again: the user has proven their identity, or the token was renewed meanwhile. */
async function mayGoAgain(route: BrowserRoute, error: ApiError): Promise<boolean> {
  if (error.code === 'auth/proof-required') return askForProof();
  if (!isWithoutSession(route, error)) return false;
  if (!(await isSessionLost())) return true;
  sessionLost();
  return false;
}

function isWithoutSession(route: BrowserRoute, { status, code }: ApiError): boolean {
  return status === 401 && route.access !== 'public' && code === 'auth/session-required';
}

function send(route: BrowserRoute, input: LooseInput, options: CallOptions): Promise<Response> {
  const sent = () => sendNow(route, input, options);
  return route.renewsToken ? withToken('exclusive', sent) : sent();
}

async function sendNow(route: BrowserRoute, input: LooseInput, options: CallOptions) {
  const { body } = input;
  const headers = new Headers({ accept: 'application/json' });
  const { file } = options;
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (file !== undefined) headers.set('content-type', 'application/octet-stream');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  const askedAt = performance.now();
  try {
    const response = await fetch(urlOf(route, input), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    serverAnswered(askedAt);
    noteServerTime(response);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    serverUnreachable();
    const code = 'auth/network-request-failed';
    throw new ApiError(code, errorSentence(code));
  }
}

/** The server's {code, message, details}; a proxy's page instead of ours leaves only its status text, and over HTTP/2 not even that. */
async function readRefusal(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => null);
  const { code, message, details } = (reply ?? {}) as Partial<
    Record<'code' | 'message' | 'details', unknown>
  >;
  const said = (typeof message === 'string' && message) || response.statusText || UNKNOWN_ERROR;
  return new ApiError(typeof code === 'string' ? code : `http/${response.status}`, said, {
    details: typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {},
    status: response.status,
  });
}
