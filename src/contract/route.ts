import type * as z from 'zod/mini';
import type { ErrorCode } from '#domain/errors.ts';
import type { Right } from '#domain/users/rights.ts';

/**
 * Callers of a route. `user` needs a session; the use case checks the owner. `phone` needs the cookie of a link that may add photos to one
 * lot, `results` that of a link that reads one lot's results; no other route knows these cookies, and these know no session. `key` needs a
 * person's API key in the Authorization header, one that works for all but GET; no cookie counts there, and no key anywhere else.
 */
type Access = 'public' | 'user' | 'admin' | 'phone' | 'results' | 'key';

/** Groups of the API for programs, in the order in which people read of them. */
export const API_TAGS = ['batches', 'photos', 'recipes', 'results', 'credits', 'webhooks'] as const;
export type ApiTag = (typeof API_TAGS)[number];

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with {names}: `/api/batches/{batchId}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** With `admin`: the narrow right whose holders may call it too. What they read is written down. */
  readonly right?: Right;
  /** With `admin`: code that an ordinary user gets in place of auth/admin-required. */
  readonly refusal?: ErrorCode;
  /** True when a fresh proof of identity is required; by default for every change by admins. */
  readonly proof?: boolean;
  /** Name under which each request is logged; changes by admins are logged anyway. */
  readonly event?: string;
  /** The session continues under another token; the old one counts until the new one's first use, a minute at most. */
  readonly renewsToken?: true;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** In place of `body`: a picture's bytes (image/… or application/octet-stream), handed on as a stream. */
  readonly takes?: 'picture';
  /** With POST: it changes rows and is done at once. Each person's edits run one after another. */
  readonly edits?: true;
  /** Most bytes of the body, where the usual limit is too low. */
  readonly mostBytes?: number;
  /** With `key`: how the API's description names and groups it. */
  readonly operation?: { readonly id: string; readonly tag: ApiTag };
  /** With `key`: media types of a file that it answers with. */
  readonly sends?: readonly string[];
  /** True where the request needs an Idempotency-Key. */
  readonly once?: true;
  /** JSON reply; absent for routes that answer with a file or a stream. */
  readonly out?: z.ZodMiniType;
}

/** Fields of a route in the browser's build, which has the rest as types only. */
export const BROWSER_FIELDS = ['method', 'path', 'access', 'renewsToken'] as const;
export type BrowserRoute = Pick<Route, (typeof BROWSER_FIELDS)[number]>;

export function needsProof({ proof, access, method }: Route): boolean {
  return proof ?? (access === 'admin' && method !== 'GET');
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export type ParamsOf<R extends Route> = Parsed<R['params']>;
export type QueryOf<R extends Route> = Parsed<R['query']>;
export type BodyOf<R extends Route> = Parsed<R['body']>;
export type ReplyOf<R extends Route> = Parsed<R['out']>;
export type InputOf<R extends Route> = (R['params'] extends z.ZodMiniType
  ? { params: z.input<R['params']> }
  : object) &
  (R['query'] extends z.ZodMiniType ? { query?: z.input<R['query']> } : object) &
  (R['body'] extends z.ZodMiniType ? { body: z.input<R['body']> } : object);

export function defineRoute<const R extends Route>(definition: R): R {
  return definition;
}

/** `fillPath('/api/photos/{photoId}', { photoId: 'img_1' })`. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
