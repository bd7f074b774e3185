import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** State changes need same-origin Fetch metadata; browsers without them send Origin. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws `http/cross-site` for a state change that another site's page sent. */
export function refuseCsrf(request: FastifyRequest, publicOrigin: string | null): void {
  if (SAFE.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') {
    if (site === 'same-origin') return;
    throw new AppError('http/cross-site');
  }
  const { origin, host } = request.headers;
  const own = publicOrigin ?? `http://${host ?? ''}`;
  if (typeof origin !== 'string' || origin !== own) throw new AppError('http/cross-site');
}
