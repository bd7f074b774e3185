import type { FastifyReply } from 'fastify';
import type { App, User } from '#server/app.ts';
import type { SessionCookie } from '#server/http/security/session-cookie.ts';
import type { Opened } from '#server/users/sign-in/admit-owner.ts';
import { closeSession } from '#server/users/sign-in/session-store.ts';

interface Begun {
  readonly cookie: SessionCookie;
  readonly opened: Opened;
}

/**
 * Gives this browser what was opened for it, a session or the wait for the account's code, and closes the session that was open in it.
 * Returns false for the wait.
 */
export async function startSession(
  app: App,
  { user, reply }: { user: User | null; reply: FastifyReply },
  { cookie, opened }: Begun,
): Promise<boolean> {
  if (user) await closeSession(app, user);
  const isIn = 'token' in opened;
  cookie.set(reply, isIn ? opened.token : opened.pending);
  return isIn;
}
