import { type Selectable, sql } from 'kysely';
import { plusDays } from '#domain/days.ts';
import type { TaxedAmount } from '#domain/invoices/amounts.ts';
import type { InvoiceCause } from '#domain/invoices/series.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type InvoiceRow = Selectable<DB['invoices']>;

const AT_ONCE = 100;

/** A document lacks a file. A trial needs no seller: without one there is no e-invoice to make. */
const LACKS_FILE = sql<boolean>`(pdf_sha256 is null or (xml_sha256 is null and snapshot->'seller'->>'cui' <> ''))`;

/**
 * Takes the next number of a series, which begins at `first`. Its row stays locked until the commit and blocks all other documents, so this
 * comes last, before the live events alone. A rolled-back transaction gives the number back.
 */
export async function takeNumber(
  tx: Tx,
  { series, first }: { series: string; first: number },
): Promise<number> {
  await tx
    .insertInto('invoice_series')
    .values({ series, first, next: first })
    .onConflict((conflict) => conflict.column('series').doNothing())
    .execute();
  const { number } = await tx
    .updateTable('invoice_series')
    .set((eb) => ({ next: eb('next', '+', 1) }))
    .where('series', '=', series)
    .returning(sql<number>`next - 1`.as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

interface NewInvoice {
  readonly id: string;
  readonly cause: InvoiceCause;
  readonly userId: string;
  readonly mode: InvoiceRow['mode'];
  readonly refundId: string | null;
  readonly goodwillId: string | null;
  readonly corrects: string | null;
  readonly replaces: string | null;
  readonly isRestored: boolean;
  readonly snapshot: InvoiceSnapshot;
  readonly at: Date;
}

export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<InvoiceRow> {
  const { snapshot } = invoice;
  return tx
    .insertInto('invoices')
    .values({
      id: invoice.id,
      series: snapshot.series,
      number: snapshot.number,
      kind: snapshot.kind,
      cause: invoice.cause,
      order_id: snapshot.orderId,
      user_id: invoice.userId,
      refund_id: invoice.refundId,
      goodwill_id: invoice.goodwillId,
      corrects: invoice.corrects,
      replaces: invoice.replaces,
      is_restored: invoice.isRestored,
      issued_on: snapshot.issuedOn,
      paid_on: snapshot.paidOn,
      net_bani: snapshot.netBani,
      vat_bani: snapshot.vatBani,
      gross_bani: snapshot.grossBani,
      vat_percent: snapshot.vatPercent,
      mode: invoice.mode,
      snapshot: JSON.stringify(snapshot),
      created_at: invoice.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findInvoice(db: Db | Tx, id: string): Promise<InvoiceRow | null> {
  return (await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

const TRIED_DAYS = 30;
const TRIED_OFTEN_MINUTES = 60;

/**
 * Returns the oldest documents that lack a file: each minute those of the last hour, once an hour those of the last 30 days. A document
 * whose files cannot be made is neither given up nor tried each minute, and holds up no new one.
 */
export async function invoicesWithoutFiles(db: Db, now: Date): Promise<InvoiceRow[]> {
  const isOnTheHour = now.getUTCMinutes() === 0;
  const often = new Date(now.getTime() - TRIED_OFTEN_MINUTES * 60_000);
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('forgotten_at', 'is', null)
    .where('created_at', '>', isOnTheHour ? plusDays(now, -TRIED_DAYS) : often)
    .where(LACKS_FILE)
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
}

/** Returns those of the documents that still lack a file. */
export async function stillWithoutFiles(db: Db, ids: readonly string[]): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('id', 'in', ids)
    .where(LACKS_FILE)
    .orderBy('created_at')
    .execute();
}

/** Returns all documents of an order, oldest first. */
export async function listOrderInvoices(db: Db | Tx, orderId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('number')
    .execute();
}

/** The order's newest invoice, which is not reissued, with the rest that its stornos have left. */
export interface StandingInvoice {
  readonly invoice: InvoiceRow;
  readonly rest: TaxedAmount;
}

/** Returns null for an order without an invoice. A consistent answer needs the order's lock. */
export async function standingInvoice(db: Db | Tx, orderId: string): Promise<StandingInvoice | null> {
  const rows = await listOrderInvoices(db, orderId);
  const replaced = new Set(rows.map(({ replaces }) => replaces));
  const invoice = rows.find(({ id, kind }) => kind === 'invoice' && !replaced.has(id));
  if (!invoice) return null;
  const its = rows.filter(({ id, corrects }) => id === invoice.id || corrects === invoice.id);
  const sum = (key: 'net_bani' | 'vat_bani' | 'gross_bani') =>
    its.reduce((total, row) => total + row[key], 0);
  return {
    invoice,
    rest: { netBani: sum('net_bani'), vatBani: sum('vat_bani'), grossBani: sum('gross_bani') },
  };
}

/** Returns true when a withdrawal has its storno, though the provider had refused: a later payment of it needs none. */
export async function hasWithdrawalStorno(db: Db | Tx, orderId: string): Promise<boolean> {
  return (await listOrderInvoices(db, orderId)).some(({ cause }) => cause === 'withdrawal');
}

/** Returns the newest real document; null before the first. */
export async function newestLiveInvoice(db: Db | Tx): Promise<InvoiceRow | null> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('mode', '=', 'live')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const SINCE_INVOICES = sql<Date>`(select applied_at from migrations where name like '0051-%')`;

/** Returns orders whose money counted since invoices began, and that have none. */
export async function missingInvoices(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.is_granted', '=', true)
    .where('o.mode', '<>', 'imported')
    .where('o.paid_at', '>', SINCE_INVOICES)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoices').select('id').whereRef('order_id', '=', 'o.id'))),
    )
    .orderBy('o.paid_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns our refunds made since then that have no storno, of orders whose invoice still has a rest. */
export async function missingStornos(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds as r')
    .select('r.id')
    .where('r.state', '=', 'done')
    .where('r.ended_at', '>', SINCE_INVOICES)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices')
            .select('id')
            .where(({ eb, or, ref, and }) =>
              or([
                eb('refund_id', '=', ref('r.id')),
                and([eb('order_id', '=', ref('r.order_id')), eb('cause', '=', 'withdrawal')]),
              ]),
            ),
        ),
      ),
    )
    .where(
      ({ selectFrom }) =>
        selectFrom('invoices')
          .select((eb) => eb.fn.sum('gross_bani').as('rest'))
          .whereRef('order_id', '=', 'r.order_id'),
      '>',
      '0',
    )
    .orderBy('r.ended_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps the hash of a document's file, once. */
export async function keepFileHash(
  tx: Tx,
  id: string,
  file: { kind: 'pdf' | 'xml'; sha256: string },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set(file.kind === 'pdf' ? { pdf_sha256: file.sha256 } : { xml_sha256: file.sha256 })
    .where('id', '=', id)
    .execute();
}

/** Erases buyer, reason and file hashes of at most `most` documents issued before `keptFrom`. Returns their ids: the files go too. */
export async function forgetBuyers(
  tx: Tx,
  { keptFrom, at }: { keptFrom: string; at: Date },
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update invoices set snapshot = snapshot || '{"buyer": null, "reason": null}', pdf_sha256 = null, xml_sha256 = null, forgotten_at = ${at}
    where id in (
      select id from invoices where forgotten_at is null and issued_on < ${keptFrom}::date order by issued_on limit ${most})
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
