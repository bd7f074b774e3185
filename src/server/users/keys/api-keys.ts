import type { ApiKey, ApiKeys } from '#contract/api/keys.ts';
import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { hasKeys, KEY_PREFIX, type KeyKind, MOST_KEYS } from '#domain/users/api-keys.ts';
import type { App, Program, User } from '#server/app.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import {
  type ApiKeyRow,
  deleteKey,
  insertKey,
  keysByHashes,
  listKeys,
  noteUsed,
} from '#server/users/keys/api-key-store.ts';
import { lockProven } from '#server/users/keys/lock-proven.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { hashToken, newToken } from '#server/users/sign-in/session-token.ts';
import { readStoredFields } from '#server/users/user-store.ts';

/** The age at which a request writes `used_at` again. */
const USED_STEP_MS = 60_000;

function asApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
  };
}

export async function readApiKeys(app: App, user: User): Promise<ApiKeys> {
  const rows = await listKeys(app.db, user.id);
  return { keys: rows.map(asApiKey), areAwake: hasKeys(await readStoredFields(app.db, user.id), app.now()) };
}

/**
 * Makes a key and returns it, since it is stored nowhere; its owner is mailed. Throws `users/keys-need-plan`, `users/too-many-keys`,
 * `http/bad-request` for a name of blanks, and what lockProven throws.
 */
export async function makeApiKey(
  app: App,
  user: User,
  { name, kind }: { name: string; kind: KeyKind },
): Promise<{ secret: string; key: ApiKey }> {
  const shownName = tidyLine(name);
  if (shownName === '') throw new AppError('http/bad-request', { fields: ['name'] });
  const secret = `${KEY_PREFIX}${newToken()}`;
  const row = await app.change(async ({ tx }) => {
    const { email } = await lockProven(tx, user.id);
    const now = app.now();
    if (!hasKeys(await readStoredFields(tx, user.id), now)) throw new AppError('users/keys-need-plan');
    if ((await listKeys(tx, user.id)).length >= MOST_KEYS)
      throw new AppError('users/too-many-keys', { limit: MOST_KEYS });
    await mailSignInChange(tx, app, { userId: user.id, address: email, data: { what: 'key-made' } });
    return insertKey(tx, {
      id: app.newId('key'),
      key_hash: hashToken(secret),
      user_id: user.id,
      name: shownName,
      kind,
      created_at: now,
    });
  });
  return { secret, key: asApiKey(row) };
}

/** Withdraws a key; answers and uploads on their way by it are cut. Throws `http/not-found`. */
export async function endApiKey(app: App, user: User, keyId: string): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    if (!(await deleteKey(tx, { userId: user.id, keyId }))) throw new AppError('http/not-found');
    changes.afterCommit(() => app.live.endSessions(user.id, keyId));
  });
}

/** Returns a look-up of programs by their keys; null for a key that is none. Look-ups at the same time share one query. */
export function programFinder(app: App): (key: string) => Promise<Program | null> {
  const find = createBatchLoader((hashes: readonly string[]) => keysByHashes(app, hashes));
  return async (key) => {
    const found = await find(hashToken(key));
    if (!found) return null;
    const now = app.now();
    if (found.usedAt === null || now.getTime() - found.usedAt.getTime() > USED_STEP_MS)
      await noteUsed(app.db, found.id, now);
    const { id, userId, kind, isAwake } = found;
    return { user: { id: userId, role: 'user', sessionId: id }, kind, isAwake };
  };
}
