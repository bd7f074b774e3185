import { type Selectable, sql } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

type Mark = Selectable<DB['hand_in_marks']>;

/**
 * Locks the list of documents to be handed in until the transaction ends: marks and reminders come one after the other. No lock of a sale
 * is taken before or after.
 */
export async function lockHandIns(tx: Tx): Promise<void> {
  await tx.selectFrom('hand_in_start').select('began_at').forUpdate().executeTakeFirstOrThrow();
}

/** Returns a document's marks in their order. */
export function listMarks(db: Db | Tx, invoiceId: string): Promise<Mark[]> {
  return db
    .selectFrom('hand_in_marks')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute();
}

/** Everything of marks that are made by one press, but the documents. */
export interface NewMark {
  readonly kind: Mark['kind'];
  readonly index: string | null;
  readonly reason: string;
  readonly by: string;
  readonly key: string;
  readonly at: Date;
}

/** Appends a mark to each of the documents. Needs the list's lock. */
export async function insertMarks(tx: Tx, invoiceIds: readonly string[], mark: NewMark): Promise<void> {
  const ids = sql`${[...invoiceIds]}::text[]`;
  await sql`
    insert into hand_in_marks (invoice_id, position, kind, anaf_index, reason, marked_by, request_key, created_at)
    select id, 1 + coalesce(earlier.count, 0), ${mark.kind}, ${mark.index}, ${mark.reason},
      ${mark.by}, ${mark.key}, ${mark.at}
    from unnest(${ids}) as id
    left join (
      select invoice_id, count(*) from hand_in_marks where invoice_id = any(${ids}) group by invoice_id) earlier
      on earlier.invoice_id = id`.execute(tx);
}

/** Returns true where a mail went out on that day. */
export async function wasRemindedOn(tx: Tx, day: string): Promise<boolean> {
  const row = await tx
    .selectFrom('hand_in_reminders')
    .select('invoice_id')
    .where('reminded_on', '=', day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the admins are reminded of documents. Returns how many were not noted before. */
export async function insertReminders(
  tx: Tx,
  invoiceIds: readonly string[],
  { workingDay, day }: { workingDay: number; day: string },
): Promise<number> {
  const { rows } = await sql`
    insert into hand_in_reminders (invoice_id, working_day, reminded_on)
    select id, ${workingDay}, ${day}::date from unnest(${[...invoiceIds]}::text[]) as id
    on conflict do nothing returning invoice_id`.execute(tx);
  return rows.length;
}
