import { type Selectable, sql } from 'kysely';
import { plusDays } from '#domain/days.ts';
import { type AnafBase, newSending, type Sending } from '#domain/invoices/anaf/sending.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type SendingRow = Selectable<DB['efactura_sendings']>;

/** A row of this table is marked by hand. */
export const isMarked = (document: string) =>
  sql<boolean>`(select count(*) from hand_in_marks k where k.invoice_id = ${sql.ref(document)}) % 2 = 1`;

/** The row `s` is a storno whose invoice is sent from here, and neither with ANAF nor marked by hand. */
export const IS_HELD = sql<boolean>`exists (
  select from efactura_sendings w where w.invoice_id = s.waits_for and w.state <> 'accepted' and not (${isMarked('w.invoice_id')}))`;

/** It may be sent: its file is made, it was released since the period began, no admin has handed it in, and its invoice is in. */
function mayBeSent(beganAt: Date) {
  return sql<boolean>`s.released_at >= ${beganAt} and not (${isMarked('s.invoice_id')}) and not (${IS_HELD})
    and exists (select from invoices i where i.id = s.invoice_id and i.xml_sha256 is not null and i.forgotten_at is null)`;
}

/** Adds a document to those that are sent; one that is there stays. */
export async function insertSending(
  tx: Tx,
  { invoiceId, base, waitsFor, at }: { invoiceId: string; base: AnafBase; waitsFor: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('efactura_sendings')
    .values({
      invoice_id: invoiceId,
      base,
      waits_for: waitsFor,
      released_at: at,
      ...toColumns(newSending(at)),
    })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();
}

/** Two versions work side by side for less; verify finds what is older. */
const LEFT_OUT_DAYS = 7;

/** Adds documents of the open period that processes of a version without sending left out. Returns how many. */
export async function addLeftOut(tx: Tx, { base, beganAt }: Period, now: Date): Promise<number> {
  const since = toBucharestDay(plusDays(now, -LEFT_OUT_DAYS));
  const { numAffectedRows } = await sql`
    insert into efactura_sendings (invoice_id, base, waits_for, released_at, next_at)
    select id, ${base}, corrects, created_at, created_at from invoices i
    where issued_on >= ${since}::date and created_at >= ${beganAt} and (mode = 'live') = ${base === 'live'} and forgotten_at is null
      and not exists (select from efactura_sendings s where s.invoice_id = i.id)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Releases due documents that were issued before the open period. Returns their ids, the oldest first. */
export async function releaseFromBefore(
  tx: Tx,
  period: Period,
  { at, most }: { at: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ invoice_id: string }>`
    insert into efactura_sendings (invoice_id, base, waits_for, released_at, next_at)
    select i.id, ${period.base}, i.corrects, ${at}::timestamptz, ${at}::timestamptz from ${fromBefore(period)}
    order by i.created_at, i.series, i.number limit ${most}
    on conflict (invoice_id) do update set released_at = excluded.released_at, next_at = excluded.next_at, tries = 0,
      version = efactura_sendings.version + 1
    returning invoice_id`.execute(tx);
  return rows.map(({ invoice_id: id }) => id);
}

interface Unsent {
  readonly count: number;
  /** The oldest ones. */
  readonly first: readonly { readonly series: string; readonly number: number }[];
  /** Day of issue of the oldest one; null without any. */
  readonly issuedOn: string | null;
}

const MOST_NAMED = 5;

/** Returns due documents that were issued before the open period, and are not released. */
export async function findUnsent(db: Db, period: Period): Promise<Unsent> {
  const { rows } = await sql<{ series: string; number: number; issued_on: string; count: number }>`
    select i.series, i.number, i.issued_on, count(*) over () as count from ${fromBefore(period)}
    order by i.issued_on, i.series, i.number limit ${MOST_NAMED}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), first: rows, issuedOn: rows[0]?.issued_on ?? null };
}

/** Due documents `i` that were issued before a period, and are in no other way with ANAF. */
function fromBefore({ base, beganAt }: Period) {
  return sql`invoices i left join efactura_sendings s on s.invoice_id = i.id
    where (i.mode = 'live') = ${base === 'live'} and i.forgotten_at is null and not (${isMarked('i.id')})
      and i.created_at >= (select began_at from hand_in_start)
      and (s.invoice_id is null and i.created_at < ${beganAt}
        or s.base = ${base} and s.state in ('waiting', 'unknown') and s.released_at < ${beganAt})`;
}

export interface Period {
  readonly base: AnafBase;
  readonly beganAt: Date;
}

/** Returns the time in which documents are sent now; null: none has begun. */
export async function findPeriod(db: Db | Tx): Promise<Period | null> {
  const row = await db
    .selectFrom('efactura_periods')
    .select(['base', 'began_at'])
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ? { base: row.base, beganAt: row.began_at } : null;
}

/** Begins the time in which documents are sent to a place, and ends another place's. One that is open stays. */
export async function beginPeriod(tx: Tx, base: AnafBase, at: Date): Promise<void> {
  await endOtherPeriod(tx, base, at);
  await tx
    .insertInto('efactura_periods')
    .values({ base, began_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the open time unless documents are sent there still; `base` null: they are sent nowhere. */
export async function endOtherPeriod(tx: Tx, base: AnafBase | null, at: Date): Promise<void> {
  await tx
    .updateTable('efactura_periods')
    .set({ ended_at: sql`greatest(began_at, ${at})` })
    .where('ended_at', 'is', null)
    .where(sql<boolean>`base is distinct from ${base}`)
    .execute();
}

/** Returns the sending that is due longest, of those that may be; null: none is. */
export async function findDue(db: Db, { base, beganAt }: Period, now: Date): Promise<SendingRow | null> {
  const { rows } = await sql<SendingRow>`
    select s.* from efactura_sendings s
    where s.base = ${base} and s.next_at <= ${now} and (s.state <> 'waiting' or (${mayBeSent(beganAt)}))
    order by s.next_at, s.invoice_id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Locks a sending as it was read; null: something came meanwhile. */
export async function lockSending(
  tx: Tx,
  { invoice_id, version }: Pick<SendingRow, 'invoice_id' | 'version'>,
): Promise<SendingRow | null> {
  const row = await tx
    .selectFrom('efactura_sendings')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether a document may be uploaded. Consistent under the lock of hand-ins. */
export async function isToBeSent(tx: Tx, invoiceId: string, beganAt: Date): Promise<boolean> {
  const { rows } = await sql`
    select from efactura_sendings s where s.invoice_id = ${invoiceId} and ${mayBeSent(beganAt)}`.execute(tx);
  return rows.length > 0;
}

export async function findSending(db: Db | Tx, invoiceId: string): Promise<SendingRow | null> {
  const row = await db
    .selectFrom('efactura_sendings')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the sendings of documents, by document. */
export async function findSendings(
  db: Db | Tx,
  invoiceIds: readonly string[],
): Promise<Map<string, SendingRow>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('efactura_sendings')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .execute();
  return new Map(rows.map((row) => [row.invoice_id, row]));
}

/** Writes what an event made of a sending; null: something came meanwhile, and the event does not count. */
export async function saveSending(
  db: Db | Tx,
  { invoice_id, version }: Pick<SendingRow, 'invoice_id' | 'version'>,
  {
    sending,
    ...more
  }: {
    sending: Sending;
    uploads?: number;
    xml_sha256?: string;
    zip_sha256?: string;
    released_at?: Date;
    waits_for?: null;
    told_rejected_at?: null;
    again_key?: string;
  },
): Promise<SendingRow | null> {
  const row = await db
    .updateTable('efactura_sendings')
    .set({ ...toColumns(sending), ...more, version: version + 1 })
    .where('invoice_id', '=', invoice_id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Has a document whose outcome is unknown looked for now, whatever its pause. */
export async function hastenLook(tx: Tx, invoiceId: string, at: Date): Promise<void> {
  await tx
    .updateTable('efactura_sendings')
    .set((eb) => ({ next_at: at, tries: 0, version: eb('version', '+', 1) }))
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'unknown')
    .execute();
}

export interface Press {
  /** Chosen by the form. */
  readonly key: string;
  /** A document, or „before”. */
  readonly about: string;
}

/** Returns how many documents a press let go when it came first; null: it is new. */
export async function findPress(tx: Tx, { key, about }: Press): Promise<number | null> {
  const row = await tx
    .selectFrom('efactura_presses')
    .select('released')
    .where('request_key', '=', key)
    .where('about', '=', about)
    .executeTakeFirst();
  return row?.released ?? null;
}

export async function insertPress(
  tx: Tx,
  { key, about }: Press,
  { released, at }: { released: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('efactura_presses')
    .values({ request_key: key, about, released, pressed_at: at })
    .execute();
}

/** Leaves a document's next step for later. */
export async function postponeSending(db: Db, invoiceId: string, until: Date): Promise<void> {
  await db
    .updateTable('efactura_sendings')
    .set((eb) => ({ next_at: sql`greatest(next_at, ${until})`, version: eb('version', '+', 1) }))
    .where('invoice_id', '=', invoiceId)
    .where('next_at', 'is not', null)
    .execute();
}

/** Returns the document that an index counts for; null: none. */
export async function findByIndex(db: Db | Tx, base: AnafBase, index: string): Promise<string | null> {
  const row = await db
    .selectFrom('efactura_sendings')
    .select('invoice_id')
    .where('base', '=', base)
    .where('upload_index', '=', index)
    .where('state', 'in', ['sent', 'nok', 'accepted'])
    .executeTakeFirst();
  return row?.invoice_id ?? null;
}

export function toSending(row: SendingRow): Sending {
  return {
    state: row.state,
    nextAt: row.next_at,
    tries: row.tries,
    startedAt: row.started_at,
    unknownSince: row.unknown_since,
    againAt: row.again_at,
    lookedAt: row.looked_at,
    uploadIndex: row.upload_index,
    follows: row.follows,
    downloadId: row.download_id,
    acceptedAt: row.accepted_at,
    zip: row.zip,
    errors: row.errors,
  };
}

function toColumns(sending: Sending) {
  return {
    state: sending.state,
    next_at: sending.nextAt,
    tries: sending.tries,
    started_at: sending.startedAt,
    unknown_since: sending.unknownSince,
    again_at: sending.againAt,
    looked_at: sending.lookedAt,
    upload_index: sending.uploadIndex,
    follows: sending.follows,
    download_id: sending.downloadId,
    accepted_at: sending.acceptedAt,
    zip: sending.zip,
    errors: sending.errors,
  };
}

/** Returns until when all sending waits; null: it does not. */
export async function findPause(db: Db): Promise<{ until: Date; reason: string | null } | null> {
  const row = await db
    .selectFrom('efactura_queue')
    .select(['paused_until', 'pause_reason'])
    .executeTakeFirstOrThrow();
  return row.paused_until ? { until: row.paused_until, reason: row.pause_reason } : null;
}

/** Lets all sending wait; a longer pause stays. */
export async function pauseQueue(db: Db, until: Date, reason: string): Promise<void> {
  await db
    .updateTable('efactura_queue')
    .set({ paused_until: sql`greatest(paused_until, ${until})`, pause_reason: reason })
    .execute();
}

/** Notes that the admins hear of rejected documents, and of accepted ones without their signed file; returns those not noted before. */
export async function takeUntold(
  tx: Tx,
  base: AnafBase,
  { now, acceptedBefore, reads }: { now: Date; acceptedBefore: Date; reads: number },
): Promise<{ rejected: string[]; unsigned: string[] }> {
  const rejected = await sql<{ invoice_id: string }>`
    update efactura_sendings set told_rejected_at = ${now}
    where base = ${base} and told_rejected_at is null
      and (state = 'rejected' or state = 'nok' and tries >= ${reads}) returning invoice_id`.execute(tx);
  const unsigned = await sql<{ invoice_id: string }>`
    update efactura_sendings set told_zip_at = ${now}
    where base = ${base} and told_zip_at is null and state = 'accepted' and zip <> 'kept'
      and accepted_at < ${acceptedBefore} returning invoice_id`.execute(tx);
  const idsOf = (rows: readonly { invoice_id: string }[]) => rows.map(({ invoice_id: id }) => id).sort();
  return { rejected: idsOf(rejected.rows), unsigned: idsOf(unsigned.rows) };
}
