import { sql } from 'kysely';
import type { Books } from '#contract/admin/admin-books.ts';
import { AppError } from '#domain/errors.ts';
import { numberingDecision } from '#domain/invoices/books/numbering-decision.ts';
import { TRIAL_SERIES } from '#domain/invoices/series.ts';
import type { App, Db } from '#server/app.ts';
import { type InvoiceRow, newestLiveInvoice } from '#server/payments/invoices/invoice-store.ts';

/** The month of Bucharest that a document was issued in: its day is one of Bucharest. */
const MONTH = sql<string>`to_char(issued_on, 'YYYY-MM')`;

/** Real documents alone; those of the simulator and the sandbox only before the first real one, to try the books on. */
async function ofBooks(db: Db) {
  const isTrial = (await newestLiveInvoice(db)) === null;
  return { isTrial, rows: db.selectFrom('invoices').where('mode', isTrial ? '<>' : '=', 'live') };
}

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
  return {
    isTrial,
    months: months.map((row) => ({
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

/** A month's documents in the order of their numbers. */
export async function documentsOf(
  app: App,
  month: string,
): Promise<{ isTrial: boolean; rows: InvoiceRow[] }> {
  const { isTrial, rows } = await ofBooks(app.db);
  const found = rows.selectAll().where(MONTH, '=', month).orderBy('series').orderBy('number');
  return { isTrial, rows: await found.execute() };
}

/** Text to print. Refuses http/not-found where no series or no seller's record is set. */
export async function decisionOf(app: App, year: string): Promise<string> {
  const { operator, numbering } = app;
  if (!operator || !numbering.series || numbering.series === TRIAL_SERIES)
    throw new AppError('http/not-found');
  const before = await app.db
    .selectFrom('invoices')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('series', '=', numbering.series)
    .where(sql`to_char(issued_on, 'YYYY')`, '<', year)
    .executeTakeFirst();
  const first = before?.last == null ? numbering.first : before.last + 1;
  return numberingDecision({ seller: operator, year: Number(year), series: numbering.series, first });
}
