import type { FastifyReply, FastifyRequest } from 'fastify';

/** Holds a secret of this browser in an HttpOnly cookie; `__Host-` on https. */
export interface BrowserCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
}
export type SessionCookie = BrowserCookie;

function browserCookie(isHttps: boolean, own: { name: string; seconds: number }): BrowserCookie {
  const name = isHttps ? `__Host-${own.name}` : own.name;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, secret) => void reply.setCookie(name, secret, { ...options, maxAge: own.seconds }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}

/** Cookie with the session's token. */
export function sessionCookie(isHttps: boolean): SessionCookie {
  return browserCookie(isHttps, { name: 'sid', seconds: 60 * 86_400 });
}

/** Cookie that marks the browser sent to the provider: only there may the sign-in end. */
export function attemptCookie(isHttps: boolean): BrowserCookie {
  return browserCookie(isHttps, { name: 'google', seconds: 600 });
}

export const KNOWN = 'known';

/** Cookie of a browser in which the account's password was right: its next sign-in waits for no strangers. It outlives signing out. */
export function knownCookie(isHttps: boolean): BrowserCookie {
  return browserCookie(isHttps, { name: KNOWN, seconds: 180 * 86_400 });
}

/** Clears the session's cookie and what pages stored, so that nothing of the person stays in this browser. */
export function clearBrowserCookie(cookie: SessionCookie, reply: FastifyReply): void {
  cookie.clear(reply);
  // Not "cache": clearing it takes seconds, and files vary by the cookie that is gone now.
  reply.header('clear-site-data', '"storage"');
}
