import { AppError } from '#domain/errors.ts';
import { provenUntil } from '#domain/users/proof.ts';
import type { App, Db, Tx, User } from '#server/app.ts';
import { hashOf, newToken } from '#server/users/sign-in/session-store.ts';

/** Its owner has shown just now who they are: the session goes on under a new token, which is returned; the old one is dead. */
export async function proveSession(
  db: Db | Tx,
  app: App,
  { user, oldToken }: { user: User; oldToken: string },
): Promise<string> {
  const token = newToken();
  const row = await db
    .updateTable('sessions')
    .set({ token_hash: hashOf(token), proved_at: app.now() })
    .where('id', '=', user.sessionId)
    .where('token_hash', '=', hashOf(oldToken))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('auth/session-required');
  return token;
}

/** Refuses unless the owner has shown in this session, minutes ago, who they are. */
export async function requireProof(db: Db | Tx, app: App, user: User): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', user.sessionId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!provenUntil(row?.proved_at ?? null, app.now())) throw new AppError('auth/proof-required');
}
