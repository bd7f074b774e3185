import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';

export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  readonly userId: string | null;
  readonly address: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Inserts a mail. Returns false where its event has one already. */
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

/** Deletes mails from before an instant; mails of the remembered kinds lose address and data. */
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

export interface Lease {
  readonly mailId: string;
  readonly token: string;
}

/**
 * Longer than the wait for the mail server (adapters/mail/smtp.ts): two workers send a mail only if one of them was killed or stood still.
 */
export const LEASE_SECONDS = 90;
const LEASE_END = sql<Date>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/**
 * Leases a mail under a token; a lease that ran out is free to take. Returns the mail, or the seconds that another worker's lease still
 * lasts; undefined for a mail that is sent or gone.
 */
export async function leaseMail(
  tx: Tx,
  { mailId, token }: Lease,
): Promise<{ mail: QueuedMail } | { leasedForSeconds: number } | undefined> {
  const row = await tx
    .selectFrom('mails')
    .selectAll()
    .select(sql<number | null>`ceil(extract(epoch from lease_until - now()))::int`.as('leased_for'))
    .where('id', '=', mailId)
    .where('address', '!=', '')
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.leased_for !== null && row.leased_for > 0) return { leasedForSeconds: row.leased_for };
  await tx
    .updateTable('mails')
    .set({ lease_token: token, lease_until: LEASE_END })
    .where('id', '=', mailId)
    .execute();
  return {
    mail: { id: row.id, kind: row.kind, userId: row.user_id, address: row.address, data: row.data },
  };
}

/** Renews the lease from now on. Returns false when another worker has taken the mail. */
export async function renewLease(db: Db, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ lease_until: LEASE_END })
    .where('id', '=', lease.mailId)
    .where('lease_token', '=', lease.token)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the lease of a mail that was not sent: the next try may take it at once. */
export async function giveBack(db: Db, lease: Lease): Promise<void> {
  await db
    .updateTable('mails')
    .set({ lease_until: sql`now()` })
    .where('id', '=', lease.mailId)
    .where('lease_token', '=', lease.token)
    .where('sent_at', 'is', null)
    .execute();
}

/** Marks a mail as sent. Returns false when the lease ran out and another worker has the mail: its mark counts. */
export async function markSent(db: Db, lease: Lease, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ sent_at: now, lease_until: null })
    .where('id', '=', lease.mailId)
    .where('lease_token', '=', lease.token)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all leases: no other server works on this data folder, and the last one's mails are free at once. */
export async function freeMailLeases(db: Db): Promise<void> {
  await db
    .updateTable('mails')
    .set({ lease_until: sql`now()` })
    .where('sent_at', 'is', null)
    .where('lease_until', '>', sql<Date>`now()`)
    .execute();
}
