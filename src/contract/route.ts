import type * as z from 'zod/mini';
import type { ErrorCode } from '#domain/errors.ts';

/** Who may call a route. `user` needs a session; the owner check is the use case's. */
type Access = 'public' | 'user' | 'admin';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with {names}: `/api/batches/{batchId}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** With `admin`: what an ordinary user hears, where it is not auth/admin-required. */
  readonly refusal?: ErrorCode;
  /** True when a fresh proof of identity is required; by default it is for every change by admins. */
  readonly proof?: boolean;
  /** Name under which each request is logged; changes by admins are logged in any case. */
  readonly event?: string;
  /** The session goes on under another token; the old one counts until that is first used, a minute at most. */
  readonly renewsToken?: true;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** In place of `body`: a picture's bytes (image/… or application/octet-stream), handed on as a stream. */
  readonly takes?: 'picture';
  /** With POST: it changes rows and is done at once. Each person's edits are carried out one after another. */
  readonly edits?: true;
  /** Bytes of the body, where it may be longer than others. */
  readonly mostBytes?: number;
  /** JSON reply; absent for routes that answer with a file or a stream. */
  readonly out?: z.ZodMiniType;
}

/** What the browser's build keeps of a route: it has the rest as types only. */
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
