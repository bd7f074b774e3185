import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import { isStorableText } from '#domain/language/visible-text.ts';
import type { Phone, ResultPhone, User } from '#server/app.ts';

/** A request to a contract route, as its handler gets it. */
export interface Call<R extends Route> {
  readonly user: R['access'] extends 'public'
    ? User | null
    : R['access'] extends 'phone' | 'results'
      ? null
      : User;
  readonly phone: R['access'] extends 'phone' ? Phone : R['access'] extends 'results' ? ResultPhone : null;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RouteHandler {
  readonly route: Route;
  readonly answer: (call: Call<Route>) => Promise<unknown>;
}

export function implementRoute<R extends Route>(
  route: R,
  answer: (call: Call<R>) => Promise<R['out'] extends object ? ReplyOf<R> : unknown>,
): RouteHandler {
  return { route, answer: answer as unknown as RouteHandler['answer'] };
}

/** Parses one part of a request by the contract. Throws `http/bad-request` with the paths of up to ten fields that don't fit. */
export function parseByContract(schema: Route['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.slice(0, 10).map((issue) => issue.path.join('.'));
    throw new AppError('http/bad-request', { fields });
  }
  if (!isStorable(parsed.data)) throw new AppError('http/bad-request', { fields: [] });
  return parsed.data;
}

/** False for NUL and lone surrogates, which PostgreSQL can't store and no person types. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isStorable);
}
