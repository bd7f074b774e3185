import { AppError } from '#domain/errors.ts';
import type { Role } from '#domain/users/user-document.ts';
import type { App, Db, Tx, Unit } from '#server/app.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/** Locks all admins until the transaction ends and returns their ids: for every change that might leave the product without one. */
export async function lockAdmins(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function adminEmails(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ email }) => email);
}

/** Returns the admins as an operator sees them. */
export function listAdminRows(db: Db) {
  return db
    .selectFrom('users')
    .select(['email', 'suspended_at', 'email_verified_at'])
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute();
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the account with an address that is to become an admin's; undefined for none. */
export async function findCandidate(
  db: Db,
  email: string,
): Promise<{ id: string; role: Role; isVerified: boolean; isSuspended: boolean } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified_at', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, role, email_verified_at, suspended_at } = row;
  return { id, role, isVerified: email_verified_at !== null, isSuspended: suspended_at !== null };
}

/**
 * Sets a user's role, from the next request on; live streams are cut and come back with the new rights. Returns false where there is no
 * such user. Throws users/suspended for a suspended account that is to become an admin's.
 */
export async function setRole(
  unit: Unit,
  app: { readonly live: Pick<App['live'], 'endSessions'> },
  { userId, role }: { userId: string; role: Role },
): Promise<boolean> {
  const { tx, changes } = unit;
  const row = await tx
    .selectFrom('users')
    .select(['role', 'suspended_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return false;
  if (row.role === role) return true;
  // A suspended account must not count as a remaining admin.
  if (role === 'admin' && row.suspended_at) throw new AppError('users/suspended');
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute();
  await raiseUserRev(unit, userId);
  changes.afterCommit(() => app.live.endSessions(userId, null));
  return true;
}
