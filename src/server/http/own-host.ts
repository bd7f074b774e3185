import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** A page of another site may point its own name at this machine (DNS rebinding): only our names are answered. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The names this server answers to; null: any, for a demonstration on an address that others reach under names of theirs. */
export function ownHosts(publicOrigin: string | null, listensOn: string): readonly string[] | null {
  if (publicOrigin) return [new URL(publicOrigin).hostname];
  const own = listensOn.includes(':') ? `[${listensOn}]` : listensOn.toLowerCase();
  return LOOPBACK.includes(own) ? LOOPBACK : null;
}

export function refuseForeignHost(request: FastifyRequest, hosts: readonly string[] | null): void {
  if (hosts === null || request.routeOptions.url === '/healthz') return;
  // Behind a trusted proxy this is X-Forwarded-Host.
  const name = hostName(request.host);
  if (name === null || !hosts.includes(name)) throw new AppError('http/wrong-host');
}

/** The origin that this request was made to, as its browser knows it. */
export function originOf(request: FastifyRequest, publicOrigin: string | null): string {
  if (publicOrigin) return publicOrigin;
  if (hostName(request.host) === null) throw new AppError('http/wrong-host');
  return `${request.protocol}://${request.host}`;
}

function hostName(host: string | undefined): string | null {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null;
}
