import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';

/** The migration with which this code began: code before it asks for no passkey, and lets people in who have nothing else. */
const SINCE_MIGRATION = '0116';

/** Returns true while a process of a version lives that does not know all second factors. */
export async function hasOlderProcess(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('processes')
    .select('id')
    .where('migration', '<', SINCE_MIGRATION)
    .where('seen_at', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns since when an account has an app that has shown its first code; null: it has none. */
export async function findAppSince(db: Db | Tx, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/**
 * Returns since when an account asks for a second factor at sign-in, an app or a passkey; null: it does not. A blocked passkey counts:
 * a copy of it must not open the account by itself.
 */
export async function findFactorSince(db: Db | Tx, userId: string): Promise<Date | null> {
  const { since } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.min('made_at').as('since'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const appSince = await findAppSince(db, userId);
  if (appSince === null || since === null) return appSince ?? since;
  return appSince < since ? appSince : since;
}

interface TotpFactor {
  readonly sealedKey: string;
  readonly usedStep: number;
}

/** Locks an account's app until the end of the transaction, also one that has not shown its first code. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpFactor | null> {
  const row = await tx
    .selectFrom('totp_factors')
    .select(['sealed_key', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { sealedKey: row.sealed_key, usedStep: row.last_step } : null;
}

/** Stores the key of an app that is being added, in place of one that never was. Needs the account's lock. */
export async function storeBegunTotp(
  tx: Tx,
  userId: string,
  { sealedKey, now }: { sealedKey: string; now: Date },
): Promise<void> {
  await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
  await tx
    .insertInto('totp_factors')
    .values({ user_id: userId, sealed_key: sealedKey, begun_at: now, last_step: 0 })
    .execute();
}

/** Notes the step whose code was taken. Needs the lock of lockTotp. */
export async function noteTotpStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.updateTable('totp_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
}

/** Notes that the app has shown its first code. Needs the lock of lockTotp. */
export async function confirmTotp(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('totp_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  { hashes, now }: { hashes: readonly string[]; now: Date },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId, made_at: now })))
    .execute();
}

/** Uses a recovery code up. Returns false for a wrong or used one. */
export async function takeRecoveryCode(
  tx: Tx,
  userId: string,
  { hash, now }: { hash: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns how many recovery codes of an account are unused. */
export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes an account's app, also one that is being added. Returns false where it had shown no code yet. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** Deletes the recovery codes of an account that has no second factor left. */
export async function deleteNeedlessCodes(tx: Tx, userId: string): Promise<void> {
  if ((await findFactorSince(tx, userId)) !== null) return;
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Deletes an account's app, its passkeys and recovery codes. Returns false where no second factor was asked for. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const wasAsked = (await findFactorSince(tx, userId)) !== null;
  for (const table of ['recovery_codes', 'passkeys', 'totp_factors'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  return wasAsked;
}

/** Deletes the app, the passkeys and the recovery codes that were made at an instant or after it. */
export async function deleteSecondFactorSince(tx: Tx, userId: string, since: Date): Promise<void> {
  for (const table of ['passkeys', 'recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).where('made_at', '>=', since).execute();
  const appSince = await findAppSince(tx, userId);
  if (appSince !== null && appSince >= since) await deleteApp(tx, userId);
  await deleteNeedlessCodes(tx, userId);
}
