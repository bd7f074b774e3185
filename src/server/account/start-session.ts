import type { FastifyReply } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import type { HttpContext } from '#server/http/server.ts';
import type { Opened } from '#server/users/sign-in/admit-owner.ts';
import { closeSession } from '#server/users/sign-in/session-store.ts';

interface Begun {
  readonly http: Pick<HttpContext, 'cookie' | 'pending'>;
  readonly opened: Opened;
}

/**
 * Gives this browser the session that was opened for it and closes the one that was open in it. Returns false where the account's code is
 * still asked for: then the browser gets the cookie of that wait, and nothing else changes.
 */
export async function startSession(
  app: App,
  { user, reply }: { user: User | null; reply: FastifyReply },
  { http, opened }: Begun,
): Promise<boolean> {
  if ('pending' in opened) {
    http.pending.set(reply, opened.pending);
    return false;
  }
  if (user) await closeSession(app, user);
  http.cookie.set(reply, opened.token);
  return true;
}

/** Does the same for a page that waits for the account. Throws auth/second-factor-required. */
export async function requireSession(
  app: App,
  call: { user: User | null; reply: FastifyReply },
  begun: Begun,
): Promise<void> {
  if (!(await startSession(app, call, begun))) throw new AppError('auth/second-factor-required');
}
