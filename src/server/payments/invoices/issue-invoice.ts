import { AppError } from '#domain/errors.ts';
import { invoiceAmount, stornoAmount, type TaxedAmount } from '#domain/invoices/amounts.ts';
import { baseOf, isSentTo } from '#domain/invoices/anaf/sending.ts';
import { type InvoiceCause, TRIAL_SERIES } from '#domain/invoices/series.ts';
import type { InvoiceBuyer, InvoiceSeller, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { vatOn } from '#domain/invoices/vat.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import { PLAN_LABELS, readPlan } from '#domain/plans/plan.ts';
import { PERIOD_DAYS } from '#domain/plans/plan-schedule.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { findBilling, findCheckout } from '#server/payments/checkout/checkout-store.ts';
import { toInvoiceBuyer, toInvoiceSeller } from '#server/payments/invoices/document-parties.ts';
import { MAKE_INVOICE_FILES } from '#server/payments/invoices/make-invoice-files.ts';
import {
  hasWithdrawalStorno,
  type InvoiceRow,
  insertInvoice,
  newestLiveInvoice,
  type StandingInvoice,
  standingInvoice,
  takeNumber,
} from '#server/payments/store/invoice-store.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { findPaidBani } from '#server/payments/store/purchase-store.ts';
import type { RefundRow } from '#server/payments/store/refund-store.ts';
import { insertSending } from '#server/payments/store/sending-store.ts';

/**
 * Issues the invoice of a paid order, in the transaction that lets the money count. Comes last in it: the number's row is locked from here
 * to the commit. Returns null for an order that has an invoice, is not paid or was imported. Needs the order's lock, and the order as it
 * was saved. Throws payments/seller-incomplete.
 */
export async function issueInvoice(
  { tx }: Pick<Unit, 'tx'>,
  app: App,
  { order }: { order: OrderRow },
): Promise<InvoiceRow | null> {
  if (order.mode === 'imported' || !order.is_granted || (await standingInvoice(tx, order.id))) return null;
  const buyer = await buyerOfOrder(tx, order);
  const { seller, percent } = await sellerToday(tx, app, order);
  const amount = invoiceAmount(await findPaidBani(tx, order), percent);
  return issueDocument(tx, app, {
    order,
    amount,
    seller,
    buyer,
    percent,
    paidOn: toBucharestDay(order.paid_at ?? app.now()),
    cause: 'payment',
  });
}

interface StornoRequest {
  /** Locked. */
  readonly order: OrderRow;
  readonly amountBani: number;
  readonly cause: Exclude<InvoiceCause, 'payment' | 'mended'>;
  readonly refundId: string | null;
  /** The goodwill that it belongs to, where it does. */
  readonly goodwillId?: string;
  /** Romanian, printed on the document. */
  readonly reason: string;
  /** False while the money is still owed. */
  readonly isPaid: boolean;
}

/**
 * Issues the storno of money that went or has to go back, at the rate and status of its invoice. Comes last in its transaction. Never takes
 * back more than is left. Returns null where the order has no invoice (money that never counted), nothing is left of it, or the refund pays
 * a withdrawal that has its storno. Throws payments/seller-incomplete.
 */
export async function issueStorno(
  { tx }: Pick<Unit, 'tx'>,
  app: App,
  { amountBani, isPaid, ...request }: StornoRequest,
): Promise<InvoiceRow | null> {
  const { order, cause } = request;
  const { id: orderId } = order;
  const standing = await standingInvoice(tx, orderId);
  if (!standing || standing.rest.grossBani === 0) return null;
  // This money was owed since the withdrawal, whose storno took it back already.
  if (cause === 'refund' && (await hasWithdrawalStorno(tx, orderId))) return null;
  const backBani = Math.min(amountBani, standing.rest.grossBani);
  if (backBani < amountBani)
    app.log.error({ orderId, amountBani, backBani }, 'more went back than was left of the invoice');
  const paidOn = isPaid ? toBucharestDay(app.now()) : null;
  return takeInvoiceBack(tx, app, { ...request, standing, amountBani: backBani, paidOn });
}

/** Issues the storno of a refund that was made. Comes last in its transaction. Throws payments/seller-incomplete. */
export async function issueRefundStorno(
  unit: Unit,
  app: App,
  { order, refund }: { order: OrderRow; refund: RefundRow },
): Promise<void> {
  const isBuyers = refund.asked_by === order.user_id;
  await issueStorno(unit, app, {
    order,
    amountBani: refund.amount_bani,
    cause: 'refund',
    refundId: refund.id,
    reason: isBuyers ? 'Retragerea cumpărătorului din contract' : 'Returnarea plății de către vânzător',
    isPaid: true,
  });
}

interface StornoToIssue extends Pick<StornoRequest, 'refundId' | 'goodwillId' | 'reason' | 'amountBani'> {
  readonly order: OrderRow;
  readonly standing: StandingInvoice;
  readonly cause: Exclude<InvoiceCause, 'payment'>;
  readonly paidOn: string | null;
  readonly isRestored?: boolean;
  readonly movedBani?: number;
  /** Names the invoice that takes its place, from the storno's own number; null where the name cannot be known yet. */
  readonly remadeAs?: (number: number) => string | null;
}

/** Issues a storno of `amountBani` of the rest. Throws payments/seller-incomplete. */
export async function takeInvoiceBack(
  tx: Tx,
  app: App,
  { order, standing: { invoice, rest }, amountBani, cause, refundId, reason, ...taken }: StornoToIssue,
): Promise<InvoiceRow> {
  const buyer = await buyerOfInvoice(tx, { order, before: invoice });
  const seller = await sellerAs(tx, app, { order, before: invoice });
  return issueDocument(tx, app, {
    order,
    amount: stornoAmount(rest, amountBani, invoice.vat_percent),
    seller,
    buyer,
    percent: invoice.vat_percent,
    cause,
    refundId,
    reason,
    corrects: invoice,
    ...taken,
  });
}

interface DocumentToIssue {
  readonly order: OrderRow;
  readonly amount: TaxedAmount;
  readonly seller: InvoiceSeller;
  readonly buyer: InvoiceBuyer;
  readonly percent: number | null;
  readonly paidOn: string | null;
  readonly cause: InvoiceCause;
  readonly refundId?: string | null;
  readonly goodwillId?: string;
  readonly reason?: string;
  readonly corrects?: InvoiceRow;
  readonly replaces?: InvoiceRow;
  readonly isRestored?: boolean;
  readonly movedBani?: number;
  readonly remadeAs?: (number: number) => string | null;
}

/** Numbers and keeps a document. Comes last in its transaction, but for another document. Throws payments/seller-incomplete. */
export async function issueDocument(tx: Tx, app: App, issued: DocumentToIssue): Promise<InvoiceRow> {
  const { order, amount, corrects = null, replaces = null, movedBani, remadeAs } = issued;
  const mode = order.mode as InvoiceRow['mode'];
  const series = await findSeries(tx, app, { mode, corrects });
  const id = app.newId('inv');
  await app.queue.send(tx, MAKE_INVOICE_FILES, { invoiceId: id });
  const number = await takeNumber(tx, series);
  // After the number was taken: later numbers have no earlier day.
  const at = app.now();
  const snapshot: InvoiceSnapshot = {
    version: 1,
    kind: corrects ? 'storno' : 'invoice',
    series: series.series,
    number,
    issuedOn: toBucharestDay(at),
    paidOn: issued.paidOn,
    seller: issued.seller,
    buyer: issued.buyer,
    item: formatInvoiceItem(order),
    ...amount,
    vatPercent: issued.percent,
    orderId: order.id,
    orderNumber: formatOrderNumber(order.number),
    paymentId: order.provider_id,
    corrects: corrects && namedIn(corrects),
    ...(replaces && { replaces: namedIn(replaces) }),
    ...(remadeAs && { remade: { as: remadeAs(number) } }),
    ...(movedBani !== undefined && { movedBani }),
    reason: issued.reason ?? null,
    trial: mode !== 'live',
  };
  const row = await insertInvoice(tx, {
    id,
    cause: issued.cause,
    userId: order.user_id,
    mode,
    refundId: issued.refundId ?? null,
    goodwillId: issued.goodwillId ?? null,
    corrects: corrects?.id ?? null,
    replaces: replaces?.id ?? null,
    isRestored: issued.isRestored ?? false,
    snapshot,
    at,
  });
  const base = baseOf(app.eFactura);
  if (base !== null && isSentTo(base, mode))
    await insertSending(tx, { invoiceId: id, base, waitsFor: corrects?.id ?? null, at });
  return row;
}

function namedIn({ series, number, issued_on: issuedOn }: InvoiceRow) {
  return { series, number, issuedOn };
}

/**
 * Returns the series of a document; stornos are numbered like invoices. Live orders that change while no series is entered go on in the
 * last used one. Throws payments/seller-incomplete where there is none.
 */
export async function findSeries(
  tx: Tx,
  app: App,
  { mode, corrects }: { mode: InvoiceRow['mode']; corrects: InvoiceRow | null },
): Promise<{ series: string; first: number }> {
  if (mode !== 'live') return { series: TRIAL_SERIES, first: 1 };
  if (app.numbering.series) return app.numbering;
  const last = corrects ?? (await newestLiveInvoice(tx));
  if (!last) throw new AppError('payments/seller-incomplete');
  return { series: last.series, first: 1 };
}

async function sellerToday(
  tx: Tx,
  app: App,
  order: OrderRow,
): Promise<{ seller: InvoiceSeller; percent: number | null }> {
  const { status, percent } = vatOn(app.vat, toBucharestDay(app.now()));
  const isTrial = order.mode !== 'live';
  const seller = toInvoiceSeller(app.operator, { vatStatus: status, isTrial });
  if (seller) return { seller, percent };
  // The record was taken out of the settings after selling had begun: the last document still names the seller.
  const last = await newestLiveInvoice(tx);
  if (!last) throw new AppError('payments/seller-incomplete');
  return { seller: last.snapshot.seller, percent: last.vat_percent };
}

/** Returns today's seller with the VAT status of the invoice before: its rate stands beside it. Throws payments/seller-incomplete. */
export async function sellerAs(
  tx: Tx,
  app: App,
  { order, before }: { order: OrderRow; before: InvoiceRow },
): Promise<InvoiceSeller> {
  const { seller } = await sellerToday(tx, app, order);
  return { ...seller, vatStatus: before.snapshot.seller.vatStatus };
}

/** Returns the buyer of the invoice before; the order's own once that buyer is forgotten. */
export async function buyerOfInvoice(
  tx: Tx,
  { order, before }: { order: OrderRow; before: InvoiceRow },
): Promise<InvoiceBuyer> {
  return before.snapshot.buyer ?? (await buyerOfOrder(tx, order));
}

/** Returns the buyer of the order's checkout; the account's own billing once the checkout is forgotten. */
async function buyerOfOrder(tx: Tx, order: OrderRow): Promise<InvoiceBuyer> {
  const checkout = order.checkout_id === null ? null : await findCheckout(tx, order.checkout_id);
  const billing = checkout && 'street' in checkout.billing ? checkout.billing : null;
  const known = billing ?? (await findBilling(tx, order.user_id));
  return known ? toInvoiceBuyer(known) : UNKNOWN_BUYER;
}

/** Money came for a checkout whose details are long forgotten: an admin mends the invoice. */
const UNKNOWN_BUYER: InvoiceBuyer = {
  kind: 'person',
  firstName: 'Client',
  lastName: 'necunoscut',
  street: '–',
  city: 'Sector 1',
  county: 'B',
  postalCode: null,
};

/** „Pachet 50 de credite Fotolot”, „Abonament Pro, 30 de zile”. */
function formatInvoiceItem({ kind, item, credits }: OrderRow): string {
  if (kind === 'package') return `Pachet ${formatCount(credits, NOUNS.credit)} Fotolot`;
  return `Abonament ${PLAN_LABELS[readPlan(item)]}, ${formatCount(PERIOD_DAYS, NOUNS.day)}`;
}
