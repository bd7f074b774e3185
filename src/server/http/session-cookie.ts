import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session's token travels in one HttpOnly cookie; `__Host-` on https. */
const DAYS_60 = 60 * 86_400;

export interface SessionCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function sessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-sid' : 'sid';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: DAYS_60 }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
