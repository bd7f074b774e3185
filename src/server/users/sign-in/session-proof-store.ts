import { AppError } from '#domain/errors.ts';
import { provenUntil } from '#domain/users/proof.ts';
import type { App, Db, Tx, Unit, User } from '#server/app.ts';
import { replaceToken } from '#server/users/sign-in/token-renewal-store.ts';

/** Its owner has shown just now who they are: the session goes on under a new token, which is returned. */
export async function proveSession(
  unit: Unit,
  app: App,
  renewal: { user: User; oldToken: string; hasGrace: boolean },
): Promise<string> {
  return replaceToken(unit, app, { ...renewal, isProof: true });
}

/** Refuses unless the owner has shown in this session, minutes ago, who they are; a token that was renewed since has its own proof. */
export async function requireProof(db: Db | Tx, app: App, user: User): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select(['token_hash', 'proved_at', 'previous_token_hash', 'previous_proved_at'])
    .where('id', '=', user.sessionId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!row || !provenUntil(getProvedAt(row, user), app.now())) throw new AppError('auth/proof-required');
}

interface ProofRow {
  readonly token_hash: string;
  readonly proved_at: Date | null;
  readonly previous_token_hash: string | null;
  readonly previous_proved_at: Date | null;
}

/** The proof of the token that this user came with. */
export function getProvedAt(row: ProofRow, { token }: User): Date | null {
  if (token?.hash === row.token_hash) return row.proved_at;
  return token?.hash === row.previous_token_hash ? row.previous_proved_at : null;
}
