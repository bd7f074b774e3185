import type { AdminAct } from '#domain/users/admin-acts.ts';
import type { App, Tx } from '#server/app.ts';

export interface NewAdminAct {
  readonly kind: AdminAct;
  /** The account it is about. */
  readonly userId?: string;
  /** The order, package, plan or preset it is about. */
  readonly subject?: string;
  /** No names: it stays. */
  readonly reason?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Chosen by the form; once for each account. */
  readonly key?: string;
}

/** This very form has been sent before. Needs a lock of the account's. */
export async function isActNoted(tx: Tx, userId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('admin_acts')
    .select('id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every change by an admin writes its act in the same transaction. Returns the act's id. */
export async function noteAct(
  tx: Tx,
  app: Pick<App, 'now' | 'newId'>,
  admin: { readonly id: string },
  act: NewAdminAct,
): Promise<string> {
  const id = app.newId('adm');
  await tx
    .insertInto('admin_acts')
    .values({
      id,
      admin_id: admin.id,
      kind: act.kind,
      user_id: act.userId ?? null,
      subject: act.subject ?? null,
      reason: act.reason ?? null,
      details: JSON.stringify(act.details ?? {}),
      key: act.key ?? null,
      created_at: app.now(),
    })
    .execute();
  return id;
}
