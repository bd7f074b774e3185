import type { FastifyRequest } from 'fastify';
import { KNOWN } from '#server/http/security/session-cookie.ts';

/** A client before it is known who it is: what limits count, and what a session remembers of its browser. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
  /** What its browser kept of being signed in before; it may be forged. */
  readonly known: string | null;
}

export function getVisitor(request: FastifyRequest): Visitor {
  const known = request.cookies[`__Host-${KNOWN}`] ?? request.cookies[KNOWN] ?? null;
  return { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? ''), known };
}
