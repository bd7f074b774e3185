import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';

export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  readonly userId: string | null;
  readonly address: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** False: this event has its mail already. */
export async function insertMail(
  tx: Tx,
  mail: QueuedMail & { readonly ref: string; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('mails')
    .values({
      id: mail.id,
      kind: mail.kind,
      ref: mail.ref,
      user_id: mail.userId,
      address: mail.address,
      data: JSON.stringify(mail.data),
      created_at: mail.now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes mails from before an instant; of the remembered kinds it forgets address and data. */
export async function forgetMails(db: Db, before: Date, remembered: readonly string[]): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', before)
    .where('kind', 'not in', [...remembered])
    .execute();
  await db
    .updateTable('mails')
    .set({ address: '', data: '{}' })
    .where('created_at', '<', before)
    .where('address', '!=', '')
    .execute();
}

/** Time that a mail server that hardly responds may take; the database would end an idle transaction sooner. */
const LONGEST_SENDING = '10min';

/** The mail, locked until the end of a transaction that may wait for a mail server; undefined for one that is sent or gone. */
export async function lockUnsent(tx: Tx, mailId: string): Promise<QueuedMail | undefined> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(LONGEST_SENDING)}`.execute(tx);
  const row = await tx
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, kind: row.kind, userId: row.user_id, address: row.address, data: row.data };
}

export async function markSent(tx: Tx, mailId: string, now: Date): Promise<void> {
  await tx.updateTable('mails').set({ sent_at: now }).where('id', '=', mailId).execute();
}
