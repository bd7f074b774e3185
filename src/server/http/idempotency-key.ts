import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** Keys of requests that may come twice. */
export const IDEMPOTENCY_KEYS = /^[\w-]{8,100}$/;

/** Returns the key of a request that may come twice; null without one. Throws http/bad-request for one that is no key. */
export function findIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEYS.test(key))
    throw new AppError('http/bad-request', { fields: [] });
  return key;
}

/** Returns the key of a request that needs one. Throws http/bad-request. */
export function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEYS.test(key))
    throw new AppError('http/bad-request', { fields: ['idempotency-key'] });
  return key;
}
