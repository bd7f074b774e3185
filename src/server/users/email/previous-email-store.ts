import { AppError } from '#domain/errors.ts';
import { LINK_LIVES } from '#domain/users/mail-link.ts';
import type { Db, Tx } from '#server/app.ts';

const BACK_MS = LINK_LIVES['undo-email'].minutes * 60_000;

interface PreviousEmail {
  readonly userId: string;
  readonly email: string;
}

/** Reserves an account's previous address for as long as the mail with the way back says; an address that is left again keeps its place. */
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

/**
 * Extends a reservation: the mail with the way back goes out only now, and its days count from here. Returns false where there is no
 * reservation.
 */
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

/** Returns when the account left an address that it may still come back to; undefined: it may not. */
export async function findReservation(tx: Tx, { userId, email }: PreviousEmail, now: Date) {
  return tx
    .selectFrom('left_addresses')
    .select('left_at')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes an account's reservations of addresses left since an instant. */
export async function deleteReservationsSince(tx: Tx, userId: string, leftAt: Date): Promise<void> {
  await tx
    .deleteFrom('left_addresses')
    .where('user_id', '=', userId)
    .where('left_at', '>=', leftAt)
    .execute();
}

/** Returns true where another account may still come back to this address. */
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
 * Throws auth/email-already-in-use where the address is reserved for another account. Called once the account has the address: addresses
 * are unique, so an account that was leaving it at that moment has left it, and its reservation is seen.
 */
export async function refuseReserved(tx: Tx, taken: PreviousEmail, now: Date): Promise<void> {
  if (await isReservedByAnother(tx, taken, now)) throw new AppError('auth/email-already-in-use');
}

/** Returns until when the account may come back to an address it does not have; null: to none. */
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

/** Deletes reservations that expired before an instant. */
export async function deleteOldReservations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('left_addresses').where('expires_at', '<', now).execute();
}
