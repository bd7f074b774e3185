import type { AuditAction } from '#domain/users/audit-actions.ts';
import type { App, Db, Tx } from '#server/app.ts';

export interface NewAuditEntry {
  readonly kind: AuditAction;
  /** The account it is about. */
  readonly userId?: string;
  /** The order, package, plan or preset it is about. */
  readonly subject?: string;
  /** Without names: the log stays for good. */
  readonly reason?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Chosen by the form; unique for each account. */
  readonly key?: string;
}

/** Returns true where this very form was sent before. Needs a lock of the account's. */
export async function isAuditRecorded(tx: Tx, userId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('admin_acts')
    .select('id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the entries of some kinds about accounts that still are, since an instant. */
export async function findRecentActs(
  db: Db,
  kinds: readonly AuditAction[],
  since: Date,
): Promise<{ id: string; kind: AuditAction; userId: string }[]> {
  return db
    .selectFrom('admin_acts as act')
    .innerJoin('users', 'users.id', 'act.user_id')
    .select(['act.id', 'act.kind', 'users.id as userId'])
    .where('act.kind', 'in', [...kinds])
    .where('act.created_at', '>', since)
    .where('users.deleted_at', 'is', null)
    .execute();
}

/** Writes the audit entry of an admin's change, in the same transaction. Returns the entry's id. */
export async function recordAudit(
  tx: Tx,
  app: Pick<App, 'now' | 'newId'>,
  { admin, ...entry }: NewAuditEntry & { readonly admin: { readonly id: string } },
): Promise<string> {
  const id = app.newId('adm');
  await tx
    .insertInto('admin_acts')
    .values({
      id,
      admin_id: admin.id,
      kind: entry.kind,
      user_id: entry.userId ?? null,
      subject: entry.subject ?? null,
      reason: entry.reason ?? null,
      details: JSON.stringify(entry.details ?? {}),
      key: entry.key ?? null,
      created_at: app.now(),
    })
    .execute();
  return id;
}
