import { sql } from 'kysely';
import type { Books } from '#contract/admin/admin-books.ts';
import { AppError } from '#domain/errors.ts';
import { numberingDecision } from '#domain/invoices/books/numbering-decision.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { Operator } from '#domain/payments/operator.ts';
import type { WayPaid } from '#domain/payments/withdrawals.ts';
import type { App, Db } from '#server/app.ts';
import { toInvoiceSeller } from '#server/payments/invoices/document-parties.ts';
import { type InvoiceRow, newestLiveInvoice } from '#server/payments/store/invoice-store.ts';

/** The month that a document was issued in; its day is one of Bucharest. */
const MONTH = sql<string>`to_char(issued_on, 'YYYY-MM')`;
const YEAR = sql<string>`to_char(issued_on, 'YYYY')`;

/** Selects real documents alone. Before the first real one it selects those of the simulator and the sandbox, to try the books on. */
async function ofBooks(db: Db) {
  const isTrial = (await newestLiveInvoice(db)) === null;
  return { isTrial, rows: db.selectFrom('invoices').where('mode', isTrial ? '<>' : '=', 'live') };
}

/** Returns the months that have documents or paid debts, newest first, with amounts in lei. */
export async function listBooks(app: App): Promise<Books> {
  const { isTrial, rows } = await ofBooks(app.db);
  const months = await rows
    .select(({ fn }) => [
      MONTH.as('month'),
      fn.countAll<number>().filterWhere('kind', '=', 'invoice').as('invoices'),
      fn.countAll<number>().filterWhere('kind', '=', 'storno').as('stornos'),
      fn.sum<number>('net_bani').as('net'),
      fn.sum<number>('vat_bani').as('vat'),
      fn.sum<number>('gross_bani').as('gross'),
      fn.countAll<number>().filterWhere('pdf_sha256', 'is', null).as('withoutPdf'),
    ])
    .groupBy(MONTH)
    .orderBy(MONTH, 'desc')
    .execute();
  const lei = (bani: number) => Number(bani) / 100;
  const sold = isTrial ? [] : months.map(({ month }) => month.slice(0, 4));
  const paidIn = (await paidDebts(app, isTrial)).map(({ paid_on: day }) => day.slice(0, 7));
  const others = [...new Set(paidIn)].filter((month) => !months.some((row) => row.month === month));
  return {
    isTrial,
    decisions: wholeRecord(app) && app.numbering.series ? [...new Set([yearNow(app), ...sold])] : [],
    months: [...months, ...others.map(emptyMonth)].sort(newestFirst).map((row) => ({
      month: row.month,
      invoices: Number(row.invoices),
      stornos: Number(row.stornos),
      net: lei(row.net),
      vat: lei(row.vat),
      gross: lei(row.gross),
      withoutPdf: Number(row.withoutPdf),
    })),
  };
}

/** A month in which only owed money was paid. */
function emptyMonth(month: string) {
  return { month, invoices: 0, stornos: 0, net: 0, vat: 0, gross: 0, withoutPdf: 0 };
}

const newestFirst = (a: { month: string }, b: { month: string }) => (a.month < b.month ? 1 : -1);

/** Returns money that was owed and was paid, each with the snapshot of its storno; `month`: of one month alone. */
export async function paidDebts({ db }: App, isTrial: boolean, month?: string) {
  const withdrawals = db
    .selectFrom('withdrawal_debts as d')
    .innerJoin('withdrawals as w', 'w.id', 'd.withdrawal_id')
    .innerJoin('invoices as i', 'i.order_id', 'w.order_id')
    .select(['i.id as invoice_id', 'd.amount_bani', 'd.paid_way', 'd.reference', 'd.paid_on'])
    .where('i.cause', '=', 'withdrawal');
  const goodwill = db
    .selectFrom('goodwill_refunds as d')
    .innerJoin('invoices as i', 'i.goodwill_id', 'd.id')
    .select(['i.id as invoice_id', 'd.amount_bani', sql<WayPaid | null>`'transfer'`.as('paid_way')])
    .select(['d.reference', 'd.paid_on']);
  const all = db
    .selectFrom(withdrawals.unionAll(goodwill).unionAll(goneGoodwill(db)).as('d'))
    .innerJoin('invoices as i', 'i.id', 'd.invoice_id')
    .select(['i.snapshot', 'd.amount_bani', 'd.paid_way', 'd.reference'])
    .select(({ ref }) => ref('d.paid_on').$notNull().as('paid_on'))
    .where('i.mode', isTrial ? '<>' : '=', 'live')
    .where('d.paid_on', 'is not', null)
    .orderBy('d.paid_on')
    .orderBy('i.number');
  return (month === undefined ? all : all.where('d.paid_on', 'like', `${month}-%`)).execute();
}

/** Selects goodwill whose money went back outside instead of by transfer, and the same sum, negative, once it is here again. */
function goneGoodwill(db: Db) {
  const isUndone = sql<boolean>`e.event = 'restored'`;
  return db
    .selectFrom('goodwill_refunds as g')
    .innerJoin('invoices as i', 'i.goodwill_id', 'g.id')
    .innerJoin('order_events as e', 'e.order_id', 'g.order_id')
    .select([
      'i.id as invoice_id',
      sql<number>`case when ${isUndone} then -g.amount_bani else g.amount_bani end`.as('amount_bani'),
    ])
    .select([sql<WayPaid | null>`'card'`.as('paid_way'), sql<string | null>`null`.as('reference')])
    .select(
      sql<string | null>`to_char(e.created_at at time zone 'Europe/Bucharest', 'YYYY-MM-DD')`.as('paid_on'),
    )
    .where(sql<boolean>`(e.data->'letGo' ? g.id or (${isUndone} and exists (
      select from order_events d where d.order_id = e.order_id and d.seq < e.seq and d.data->'letGo' ? g.id and not exists (
        select from order_events r where r.order_id = e.order_id and r.event = 'restored' and r.seq > d.seq and r.seq < e.seq))))`);
}

/** Returns a month's documents in the order of their numbers. */
export async function listMonthDocuments(
  app: App,
  month: string,
): Promise<{ isTrial: boolean; rows: InvoiceRow[] }> {
  const { isTrial, rows } = await ofBooks(app.db);
  const found = rows.selectAll().where(MONTH, '=', month).orderBy('series').orderBy('number');
  return { isTrial, rows: await found.execute() };
}

/**
 * Returns the numbering decision as text to print. Throws http/not-found where the series or part of the seller's record is missing, and
 * for a past year without documents.
 */
export async function readNumberingDecision(app: App, year: string): Promise<string> {
  const operator = wholeRecord(app);
  const found = operator && (await findFirstNumber(app, year));
  if (!found) throw new AppError('http/not-found');
  return numberingDecision({ seller: operator, year: Number(year), ...found });
}

/** Returns series and first number of a year: a past year's from its documents, else one more than the last number of earlier years. */
async function findFirstNumber(app: App, year: string): Promise<{ series: string; first: number } | null> {
  const live = app.db.selectFrom('invoices').where('mode', '=', 'live');
  if (year < yearNow(app)) {
    const used = await live
      .select(({ fn }) => ['series', fn.min('number').as('first')])
      .where(YEAR, '=', year)
      .groupBy('series')
      .orderBy(({ fn }) => fn.max('created_at'), 'desc')
      .limit(1)
      .executeTakeFirst();
    return used ?? null;
  }
  const { series, first } = app.numbering;
  if (!series) return null;
  const before = await live
    .select(({ fn }) => fn.max('number').as('last'))
    .where('series', '=', series)
    .where(YEAR, '<', year)
    .executeTakeFirst();
  return { series, first: before?.last == null ? first : before.last + 1 };
}

/** Returns the seller's record; null where part of it is missing. */
function wholeRecord({ operator }: App): Operator | null {
  return toInvoiceSeller(operator, { vatStatus: 'exempt', isTrial: false }) && operator;
}

const yearNow = (app: App) => toBucharestDay(app.now()).slice(0, 4);
