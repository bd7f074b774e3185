import type { FastifyRequest } from 'fastify';

/** Who asks before anybody knows who they are: what limits count, and what a session remembers of its browser. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') };
}
