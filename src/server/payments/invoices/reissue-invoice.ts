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
  takeBack,
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
 * „Stornează și refă”: what is left of the order's invoice is taken back and invoiced again to `buyer`. No money moves. Last in its transaction.
 * Needs the order's lock. Throws payments/no-invoice.
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
    // The very amounts that were taken back, at their rate: the sale is the same.
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
 * Money that had gone back outside is here again: what stornos took off the order's invoice for it is invoiced again, to the same buyer and at the
 * same rate. What our own refunds gave back stays taken back. Returns null where nothing is missing. Last in its transaction. Needs
 * the order's lock.
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

/** What the documents of an order come to less than what was paid and not given back by us. */
export async function missingOfInvoice(
  tx: Parameters<typeof listOrderInvoices>[0],
  order: OrderRow,
): Promise<number> {
  const documents = await listOrderInvoices(tx, order.id);
  const sumOf = (rows: readonly InvoiceRow[]) => rows.reduce((sum, { gross_bani }) => sum + gross_bani, 0);
  const givenBack = documents.filter(({ cause }) => cause === 'refund' || cause === 'withdrawal');
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
  // The series stays locked to the end: the number after the storno's is the new invoice's.
  const nameAfter = (number: number) => invoiceName({ series: own.series, number: number + 1 });
  return takeBack(tx, app, {
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
