import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { isLoopback } from '#domain/loopback.ts';
import { isHealth } from '#server/http/health.ts';

/** A page of another site may point its own name at this machine (DNS rebinding): only our names are served. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The names of this server; null: any, for a demonstration on an address that others reach under names of theirs. */
export function allowedHosts(publicOrigin: string | null, listensOn: string): readonly string[] | null {
  if (publicOrigin) return [new URL(publicOrigin).hostname];
  return isLoopback(listensOn) ? LOOPBACK : null;
}

/** Of two hosts a proxy in front may have gone by the one and we by the other; from HTTP/1.1 on there has to be one (RFC 9112, 3.2). */
export function refuseAnyButOneHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  const least = httpVersion === '1.0' ? 0 : 1;
  if (hosts.length > 1 || hosts.length < least) throw new AppError('http/bad-request');
}

/** Before the path may stand a whole address, and its host counts then, not the header's (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** Refuses an absolute address of another host than ours; where any name is served, of another host than the header's. */
export function refuseForeignTarget(request: FastifyRequest, hosts: readonly string[] | null): void {
  const target = ABSOLUTE.exec(request.raw.url ?? '')?.[1];
  if (target === undefined) return;
  const name = hostName(target);
  const isOwn =
    hosts === null
      ? target.toLowerCase() === request.headers.host?.toLowerCase()
      : hosts.includes(name ?? '');
  if (name === null || !isOwn) throw new AppError('http/wrong-host');
}

export function refuseForeignHost(request: FastifyRequest, hosts: readonly string[] | null): void {
  if (hosts === null || isHealth(request.routeOptions.url)) return;
  // Behind a trusted proxy this is X-Forwarded-Host.
  const name = hostName(request.host);
  if (name === null || !hosts.includes(name)) throw new AppError('http/wrong-host');
}

/** The origin that this request was made to, as its browser knows it. */
export function getRequestOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  if (publicOrigin) return publicOrigin;
  if (hostName(request.host) === null) throw new AppError('http/wrong-host');
  return `${request.protocol}://${request.host}`;
}

function hostName(host: string | undefined): string | null {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null;
}
