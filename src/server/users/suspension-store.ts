import { AppError } from '#domain/errors.ts';
import type { Role } from '#domain/users/user-document.ts';
import type { Db, Tx } from '#server/app.ts';

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly role: Role;
  readonly suspendedAt: Date | null;
}

/** The account that an admin acts on, locked until the end of the transaction. Refuses users/not-found. */
export async function lockAccountRow(tx: Tx, userId: string): Promise<AccountRow> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'role', 'suspended_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('users/not-found');
  const { id, email, role } = row;
  return { id, email, role, displayName: row.display_name, suspendedAt: row.suspended_at };
}

/** Needs the account's row locked. */
export async function setSuspended(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx.updateTable('users').set({ suspended_at: at }).where('id', '=', userId).execute();
}

export async function refuseSuspended(db: Db | Tx, userId: string): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (row) throw new AppError('auth/suspended');
}
