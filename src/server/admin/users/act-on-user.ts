import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { namesSomebody, REASON_LENGTH } from '#domain/users/admin-acts.ts';
import type { App, Changes, Tx, User } from '#server/app.ts';
import { type NewAdminAct, noteAct } from '#server/users/admins/admin-act-store.ts';
import { type AccountRow, lockAccountOf } from '#server/users/suspension-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

type Told = Pick<NewAdminAct, 'kind' | 'details' | 'key'>;

export interface UserAct {
  readonly userId: string;
  readonly reason: string;
}

/**
 * Carries out an admin's act on an account: the change, its line in the list of acts and word to the account's tabs, in one transaction.
 * `work` returns what is told, or null when nothing changed. The account's row is locked last, after plan, credits and runs.
 */
export async function actOnUser(
  app: App,
  admin: User,
  input: UserAct,
  work: (tx: Tx, changes: Changes) => Promise<Told | null>,
  after: (tx: Tx, changes: Changes, account: AccountRow, actId: string) => Promise<void> = async () => {},
): Promise<void> {
  const { userId } = input;
  const reason = tidyLine(input.reason);
  await app.change(async (tx, changes) => {
    await refuseUnknown(tx, userId);
    const told = await work(tx, changes);
    if (told === null) return;
    const account = await lockAccountOf(tx, userId);
    if (reason.length < REASON_LENGTH.least) throw new AppError('http/bad-request', { fields: ['reason'] });
    if (namesSomebody(reason, account)) throw new AppError('users/reason-names');
    const actId = await noteAct(tx, app, admin, { ...told, userId, reason });
    await after(tx, changes, account, actId);
    await raiseUserRev(tx, changes, userId);
  });
}

/** Before any other row of theirs is looked for. */
async function refuseUnknown(tx: Tx, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('users/not-found');
}
