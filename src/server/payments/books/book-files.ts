import { Readable } from 'node:stream';
import type { BOOK_FILES } from '#contract/admin/admin-books.ts';
import { AppError } from '#domain/errors.ts';
import { describeSending } from '#domain/invoices/anaf/sending-words.ts';
import { type JournalEntry, journalCsv, journalFileName } from '#domain/invoices/books/journal.ts';
import { type PaidDebt, sagaInvoice, sagaReceipts } from '#domain/invoices/books/saga.ts';
import { documentFileName } from '#domain/invoices/document-words.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import type { Download } from '#server/http/files/send-file.ts';
import { type ZipInput, zipStream } from '#server/http/files/zip-stream.ts';
import { listMonthDocuments, paidDebts } from '#server/payments/books/books-view.ts';
import { marksInForce } from '#server/payments/hand-in/hand-ins-view.ts';
import { describeSendings } from '#server/payments/hand-in/sendings-view.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { findSendings } from '#server/payments/store/sending-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';

/** Returns a month's book as a download. Throws http/not-found for a month without documents and without paid debts. */
export async function openBook(
  app: App,
  { month, file }: { month: string; file: (typeof BOOK_FILES)[number] },
): Promise<Download> {
  const { isTrial, rows } = await listMonthDocuments(app, month);
  const debts = await paidDebts(app, isTrial, month);
  if (rows.length === 0 && debts.length === 0) throw new AppError('http/not-found');
  const named = (name: string) => `${isTrial ? 'PROBA-' : ''}${name}`;
  if (file === 'documents') {
    const isWhole = rows.every(({ pdf_sha256: pdf }) => pdf !== null);
    const fileName = named(`Facturi-${month}${isWhole ? '' : '-incomplet'}.zip`);
    return toZipDownload(fileName, streamDocuments(app, rows));
  }
  if (file === 'saga') {
    const snapshots = rows.map(wholeSnapshot).filter((snapshot) => snapshot !== null);
    const files = [...snapshots.map(sagaInvoice), ...sagaReceipts(snapshots, debts.flatMap(toPaidDebt))];
    return toZipDownload(
      named(`SAGA-${month}.zip`),
      files.map(({ name, xml }) => ({ name, input: xml, lastModified: app.now() })),
    );
  }
  const csv = Buffer.from(journalCsv(await toJournal(app, rows)));
  return {
    fileName: named(journalFileName(month)),
    mediaType: 'text/csv; charset=utf-8',
    length: BigInt(csv.length),
    body: Readable.from([csv]),
  };
}

/** Returns a month's entries, with what ANAF accepted, or admins marked as handed in to RO e-Factura. */
async function toJournal(app: App, rows: readonly InvoiceRow[]): Promise<JournalEntry[]> {
  const ids = rows.map(({ id }) => id);
  const marks = await marksInForce(app.db, ids);
  const sendings = await findSendings(app.db, ids);
  const described = await describeSendings(app, rows, sendings);
  return rows.map(({ id, snapshot }) => {
    const ending = snapshot.kind === 'storno' ? '' : 'ă';
    const mark = marks.get(id);
    const sending = sendings.get(id);
    if (sending?.accepted_at) {
      const state = `acceptat${ending} de ANAF ${toBucharestDay(sending.accepted_at)}`;
      return { snapshot, eInvoice: { state, index: sending.upload_index } };
    }
    if (mark) {
      const state = `predat${ending} ${toBucharestDay(mark.created_at)}`;
      return { snapshot, eInvoice: { state, index: mark.anaf_index } };
    }
    const shown = sending && described.get(id);
    if (!shown) return { snapshot, eInvoice: null };
    const state = describeSending(shown, snapshot.kind);
    return { snapshot, eInvoice: { state, index: shown.index } };
  });
}

type DebtRow = Awaited<ReturnType<typeof paidDebts>>[number];

/** Returns nothing once the buyer was forgotten. */
function toPaidDebt(row: DebtRow): PaidDebt[] {
  const snapshot = wholeSnapshot(row);
  const { amount_bani: amountBani, paid_on: paidOn, paid_way: way, reference } = row;
  return snapshot ? [{ snapshot, amountBani, paidOn, way: way ?? 'transfer', reference }] : [];
}

/** Returns null once the buyer was forgotten, after the years that books are kept for. */
function wholeSnapshot({ snapshot }: Pick<InvoiceRow, 'snapshot'>): InvoiceSnapshot | null {
  const { buyer } = snapshot;
  return buyer === null ? null : { ...snapshot, buyer };
}

async function* streamDocuments(app: App, rows: readonly InvoiceRow[]) {
  for (const row of rows)
    for (const kind of ['pdf', 'xml'] as const) {
      const isMade = (kind === 'pdf' ? row.pdf_sha256 : row.xml_sha256) !== null;
      const file = isMade ? await app.files.open(invoiceKey(row.id, kind)) : null;
      if (file === null) continue;
      yield { name: documentFileName(row, kind), input: file.body, lastModified: row.created_at };
    }
}

function toZipDownload(fileName: string, files: Iterable<ZipInput> | AsyncIterable<ZipInput>): Download {
  return { fileName, mediaType: 'application/zip', length: null, body: zipStream(files) };
}
