import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { namesSomebody, REASON_LENGTH } from '#domain/users/audit-actions.ts';
import type { App, Unit, User } from '#server/app.ts';
import { type NewAuditEntry, recordAudit } from '#server/users/admins/audit-log-store.ts';
import { type AccountRow, lockAccountRow } from '#server/users/suspension-store.ts';
import { isDeleted, raiseUserRev } from '#server/users/user-store.ts';

type AuditDetails = Pick<NewAuditEntry, 'kind' | 'details' | 'key'>;

export interface UserChange {
  readonly userId: string;
  readonly reason: string;
}

interface AccountWork {
  readonly input: UserChange;
  readonly work: (unit: Unit) => Promise<AuditDetails | null>;
  readonly after?: (unit: Unit, account: AccountRow, auditId: string) => Promise<void>;
}

/**
 * Carries out an admin's change of an account: the change, its entry in the audit log and word to the account's tabs, in one transaction.
 * `work` returns what is told, or null when nothing changed. The account's row is locked last, after plan, credits and runs.
 */
export async function changeUser(
  app: App,
  admin: User,
  { input, work, after = async () => {} }: AccountWork,
): Promise<void> {
  const { userId } = input;
  const reason = tidyLine(input.reason);
  await app.change(async (unit) => {
    const { tx } = unit;
    // Before any other row of theirs is looked for.
    if (await isDeleted(tx, userId)) throw new AppError('users/not-found');
    const auditDetails = await work(unit);
    if (auditDetails === null) return;
    const account = await lockAccountRow(tx, userId);
    if (reason.length < REASON_LENGTH.least) throw new AppError('http/bad-request', { fields: ['reason'] });
    if (namesSomebody(reason, account)) throw new AppError('users/reason-names');
    const auditId = await recordAudit(tx, app, { admin, ...auditDetails, userId, reason });
    await after(unit, account, auditId);
    await raiseUserRev(unit, userId);
  });
}
