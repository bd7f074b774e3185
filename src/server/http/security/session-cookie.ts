import type { FastifyReply, FastifyRequest } from 'fastify';

/** Holds a secret of this browser in an HttpOnly cookie; on https `__Host-`, with a path of its own `__Secure-`. */
export interface BrowserCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
}
export type SessionCookie = BrowserCookie;

interface CookieFacts {
  readonly name: string;
  readonly seconds: number;
  readonly path?: string;
  readonly sameSite?: 'lax' | 'strict';
}

function browserCookie(
  isHttps: boolean,
  { path = '/', sameSite = 'lax', ...own }: CookieFacts,
): BrowserCookie {
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  const name = isHttps ? `${prefix}${own.name}` : own.name;
  const options = { path, httpOnly: true, sameSite, secure: isHttps } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, secret) => void reply.setCookie(name, secret, { ...options, maxAge: own.seconds }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}

/** Cookie with the session's token, or with the secret of a sign-in that waits for its code, which no session has. */
export function sessionCookie(isHttps: boolean): SessionCookie {
  return browserCookie(isHttps, { name: 'sid', seconds: 60 * 86_400 });
}

/** Cookie that marks the browser sent to the provider: only there may the sign-in end. */
export function attemptCookie(isHttps: boolean): BrowserCookie {
  return browserCookie(isHttps, { name: 'google', seconds: 600 });
}

/** Cookie of a phone that adds photos to one batch by a link. Browsers send it to the routes of phones alone. */
export function phoneCookie(isHttps: boolean): BrowserCookie {
  const ownPath = { path: '/api/phone', sameSite: 'strict' } as const;
  return browserCookie(isHttps, { name: 'phone', seconds: 40 * 60, ...ownPath });
}

/** Cookie of a phone that reads the results of one batch by a link. Browsers send it to their routes alone. */
export function resultsCookie(isHttps: boolean): BrowserCookie {
  const ownPath = { path: '/api/phone-results', sameSite: 'strict' } as const;
  return browserCookie(isHttps, { name: 'results', seconds: 30 * 60, ...ownPath });
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
