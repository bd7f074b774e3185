import type { FastifyReply } from 'fastify';
import type { App, User } from '#server/app.ts';
import type { SessionCookie } from '#server/http/security/session-cookie.ts';
import { closeSession } from '#server/users/sign-in/session-store.ts';

/** Gives this browser the session of the token and closes the one that was open in it. */
export async function startSession(
  app: App,
  { user, reply }: { user: User | null; reply: FastifyReply },
  { cookie, token }: { cookie: SessionCookie; token: string },
): Promise<void> {
  if (user) await closeSession(app, user);
  cookie.set(reply, token);
}
