import { type BrowserRoute, fillPath, type InputOf, type ReplyOf, type Route } from '#contract/route.ts';
import { DEFAULT_TOAST, errorSentence, UNKNOWN_ERROR } from '#domain/language/error-sentences.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { askForProof } from '#web/api/proof.ts';
import { serverAnswered, serverUnreachable } from '#web/api/reachability.ts';
import { noteServerTime } from '#web/api/server-clock.ts';
import { isSessionLost, sessionLost } from '#web/api/session-lost.ts';
import { withToken } from '#web/api/token-lock.ts';
import { withQuery } from '#web/api/with-query.ts';

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** A picture, for a route that takes one: its bytes are the body. */
  readonly file?: Blob;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Returns „/api/photos?trash=1” for `routeUrl(listPhotos, { query: { trash: '1' } })`; undefined values are left out. */
export function routeUrl<const R extends Route>(route: R, input: Omit<InputOf<R>, 'body'>): string {
  return buildUrl(route, input as LooseInput);
}

function buildUrl(route: BrowserRoute, { params, query }: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return withQuery(fillPath(route.path, params), search);
}

/**
 * Calls a JSON route and returns its reply. Throws ApiError for a refusal, and with status 0 for an unreachable server. A reply that is no
 * JSON comes from elsewhere (a network that wants a sign-in of its own, a proxy), so the server counts as unreachable.
 */
export async function call<const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<ReplyOf<R>> {
  return callAs(route, input as LooseInput, { ...options, read: (response) => response.json() });
}

/**
 * Calls a route that answers with bytes and returns the response itself. Throws as `call` does. `mediaType`: how the reply's type begins; a
 * preview is a picture.
 */
export async function callRaw<const R extends Route>(
  route: R,
  input: InputOf<R>,
  { mediaType = 'image/', ...options }: CallOptions & { readonly mediaType?: string } = {},
): Promise<Response> {
  const read = async (response: Response) => {
    if (response.headers.get('content-type')?.startsWith(mediaType)) return response;
    throw new TypeError(`not of ${mediaType}`);
  };
  return callAs(route, input as LooseInput, { ...options, read });
}

interface ReadOptions<T> extends CallOptions {
  /** Throws for a reply that is not the server's. */
  readonly read: (response: Response) => Promise<T>;
}

type Answer<T> = { readonly reply: T } | { readonly refusal: ApiError };

async function callAs<T>(route: BrowserRoute, input: LooseInput, options: ReadOptions<T>): Promise<T> {
  const answer = await sendRequest(route, input, options);
  if ('reply' in answer) return answer.reply;
  if (!(await mayGoAgain(route, answer.refusal))) throw answer.refusal;
  const again = await sendRequest(route, input, options);
  if ('reply' in again) return again.reply;
  throw again.refusal;
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

function sendRequest<T>(route: BrowserRoute, input: LooseInput, options: ReadOptions<T>): Promise<Answer<T>> {
  const sent = () => sendNow(route, input, options);
  return route.renewsToken ? withToken('exclusive', sent) : sent();
}

async function sendNow<T>(
  route: BrowserRoute,
  input: LooseInput,
  options: ReadOptions<T>,
): Promise<Answer<T>> {
  const { body } = input;
  const headers = new Headers({ accept: 'application/json' });
  const { file } = options;
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (file !== undefined) headers.set('content-type', 'application/octet-stream');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  const askedAt = performance.now();
  try {
    const response = await fetch(buildUrl(route, input), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const answer = response.ok
      ? { reply: await options.read(response) }
      : { refusal: await readRefusal(response) };
    serverAnswered(askedAt);
    noteServerTime(response);
    return answer;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    serverUnreachable();
    const code = 'auth/network-request-failed';
    throw new ApiError(code, errorSentence(code));
  }
}

/**
 * Reads the server's {code, message, details}. A proxy's page in its place leaves only its status text, and over HTTP/2 not even that: then
 * code and details speak, if there are any.
 */
async function readRefusal(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => null);
  const { code, message, details } = (reply ?? {}) as Partial<
    Record<'code' | 'message' | 'details', unknown>
  >;
  const said = (typeof message === 'string' && message.trim()) || response.statusText;
  const own = errorMessage({ code, details });
  const isMute = !said && own === DEFAULT_TOAST;
  return new ApiError(
    typeof code === 'string' ? code : `http/${response.status}`,
    isMute ? UNKNOWN_ERROR : said,
    {
      details: typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {},
      status: response.status,
      response: { message: said || (isMute ? UNKNOWN_ERROR : own) },
    },
  );
}
