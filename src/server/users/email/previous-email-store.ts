import { AppError } from '#domain/errors.ts';
import { LINK_LIVES } from '#domain/users/mail-link.ts';
import type { Db, Tx } from '#server/app.ts';

const BACK_MS = LINK_LIVES['undo-email'].minutes * 60_000;

interface PreviousEmail {
  readonly userId: string;
  readonly email: string;
}

/** The account may come back to this address for as long as the mail with the way back says; one left again keeps its place. */
export async function reservePreviousEmail(
  tx: Tx,
  { userId, email }: PreviousEmail,
  now: Date,
): Promise<void> {
  const before = await findReservation(tx, { userId, email }, now);
  const until = { left_at: before?.left_at ?? now, expires_at: new Date(now.getTime() + BACK_MS) };
  await tx
    .insertInto('left_addresses')
    .values({ email, user_id: userId, ...until })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ user_id: userId, ...until }))
    .execute();
}

/** The mail with the way back goes out only now: its days count from here. False: there is no way back to this address. */
export async function extendReservation(
  tx: Tx,
  { userId, email }: PreviousEmail,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('left_addresses')
    .set({ expires_at: new Date(now.getTime() + BACK_MS) })
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findReservation(tx: Tx, { userId, email }: PreviousEmail, now: Date) {
  return tx
    .selectFrom('left_addresses')
    .select('left_at')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** There is no way back any more to what was left since an instant: the address itself that is back, and all after it. */
export async function deleteReservationsSince(tx: Tx, userId: string, leftAt: Date): Promise<void> {
  await tx
    .deleteFrom('left_addresses')
    .where('user_id', '=', userId)
    .where('left_at', '>=', leftAt)
    .execute();
}

/** Another account may still come back to this address. */
export async function isReservedByAnother(
  db: Db | Tx,
  { userId, email }: PreviousEmail,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('left_addresses')
    .select('email')
    .where('email', '=', email)
    .where('user_id', '!=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Called once the account has the address: an account that was leaving it at that moment has left it by then, as addresses of accounts are
 * unique, and its claim is seen.
 */
export async function refuseReserved(tx: Tx, taken: PreviousEmail, now: Date): Promise<void> {
  if (await isReservedByAnother(tx, taken, now)) throw new AppError('auth/email-already-in-use');
}

/** Until when the account may come back to an address it does not have; null: to none. */
export async function reservedUntil(db: Db | Tx, userId: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('left_addresses')
    .innerJoin('users', 'users.id', 'left_addresses.user_id')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .whereRef('left_addresses.email', '!=', 'users.email')
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Those that were over by an instant. */
export async function deleteOldReservations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('left_addresses').where('expires_at', '<', now).execute();
}
