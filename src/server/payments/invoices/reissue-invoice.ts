import { AppError } from '#domain/errors.ts';
import { invoiceAmount } from '#domain/invoices/amounts.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { InvoiceBuyer } from '#domain/invoices/snapshot.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import {
  buyerOfInvoice,
  findSeries,
  issueDocument,
  sellerAs,
  takeInvoiceBack,
} from '#server/payments/invoices/issue-invoice.ts';
import {
  type InvoiceRow,
  listOrderInvoices,
  type StandingInvoice,
  standingInvoice,
} from '#server/payments/store/invoice-store.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { findPaidBani } from '#server/payments/store/purchase-store.ts';

interface Reissued {
  readonly storno: InvoiceRow | null;
  readonly invoice: InvoiceRow;
}

/**
 * „Stornează și refă”: takes back the rest of the order's invoice and invoices it again to `buyer`. No money moves. Comes last in its
 * transaction. Needs the order's lock. Throws payments/no-invoice, payments/seller-incomplete.
 */
export async function mendInvoice(
  { tx }: Pick<Unit, 'tx'>,
  app: App,
  { order, buyer, reason }: { order: OrderRow; buyer: InvoiceBuyer; reason: string },
): Promise<Reissued> {
  const standing = await standingInvoice(tx, order.id);
  if (!standing || standing.rest.grossBani === 0) throw new AppError('payments/no-invoice');
  const { invoice: before, rest } = standing;
  const storno = await takeRestBack(tx, app, { order, standing, reason });
  const seller = await sellerAs(tx, app, { order, before });
  const invoice = await issueDocument(tx, app, {
    order,
    // The amounts that were taken back, at their rate: the sale is the same.
    amount: rest,
    seller,
    buyer,
    percent: before.vat_percent,
    paidOn: before.paid_on,
    cause: 'mended',
    replaces: before,
    movedBani: 0,
  });
  return { storno, invoice };
}

/**
 * Invoices again the money that had gone back outside and is here again, to the same buyer and at the same rate. Our own refunds stay taken
 * back. Returns null where nothing is missing. Comes last in its transaction. Needs the order's lock. Throws payments/seller-incomplete.
 */
export async function restoreInvoice(
  { tx }: Pick<Unit, 'tx'>,
  app: App,
  { order }: { order: OrderRow },
): Promise<Reissued | null> {
  const standing = await standingInvoice(tx, order.id);
  const missingBani = await missingOfInvoice(tx, order);
  if (!standing || missingBani === 0) return null;
  const { invoice: before, rest } = standing;
  const reason = 'Banii plății sunt din nou la vânzător';
  const storno =
    rest.grossBani > 0 ? await takeRestBack(tx, app, { order, standing, reason, isRestored: true }) : null;
  const seller = await sellerAs(tx, app, { order, before });
  const invoice = await issueDocument(tx, app, {
    order,
    amount: invoiceAmount(rest.grossBani + missingBani, before.vat_percent),
    seller,
    buyer: await buyerOfInvoice(tx, { order, before }),
    percent: before.vat_percent,
    paidOn: toBucharestDay(app.now()),
    cause: 'mended',
    isRestored: true,
    replaces: before,
    movedBani: missingBani,
  });
  return { storno, invoice };
}

/** Returns the bani that were paid and kept but are on none of the order's documents; 0 for an order without documents. */
export async function missingOfInvoice(
  tx: Parameters<typeof listOrderInvoices>[0],
  order: OrderRow,
): Promise<number> {
  const documents = await listOrderInvoices(tx, order.id);
  const sumOf = (rows: readonly InvoiceRow[]) => rows.reduce((sum, { gross_bani }) => sum + gross_bani, 0);
  const givenBack = documents.filter(
    ({ cause, goodwill_id: goodwill }) => cause === 'refund' || cause === 'withdrawal' || goodwill !== null,
  );
  const keptBani = (await findPaidBani(tx, order)) + sumOf(givenBack);
  return documents.length === 0 ? 0 : Math.max(0, keptBani - sumOf(documents));
}

async function takeRestBack(
  tx: Tx,
  app: App,
  {
    isRestored = false,
    ...taken
  }: { order: OrderRow; standing: StandingInvoice; reason: string; isRestored?: boolean },
): Promise<InvoiceRow> {
  const { standing } = taken;
  const { mode } = standing.invoice;
  const own = await findSeries(tx, app, { mode, corrects: standing.invoice });
  const next = await findSeries(tx, app, { mode, corrects: null });
  // The series stays locked until the commit: the new invoice has the number after the storno's.
  const nameAfter = (number: number) => invoiceName({ series: own.series, number: number + 1 });
  return takeInvoiceBack(tx, app, {
    ...taken,
    amountBani: standing.rest.grossBani,
    cause: 'mended',
    isRestored,
    refundId: null,
    paidOn: standing.invoice.paid_on,
    movedBani: 0,
    remadeAs: own.series === next.series ? nameAfter : () => null,
  });
}
