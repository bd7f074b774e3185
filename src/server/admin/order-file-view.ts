import { sql } from 'kysely';
import type { OrderFile } from '#contract/admin/admin-orders.ts';
import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import { versionDay } from '#domain/payments/consents.ts';
import { asListedOrder, listedOrderRows } from '#server/admin/order-list-view.ts';
import type { App, Db } from '#server/app.ts';
import { findRevokedOutside, outsideRef } from '#server/credits/outside-store.ts';
import { findCheckout } from '#server/payments/checkout/checkout-store.ts';
import { agreedWords, TEXTS_PATH } from '#server/payments/checkout/legal-text-store.ts';
import { describeSendings } from '#server/payments/hand-in/sendings-view.ts';
import { toBillingForm } from '#server/payments/invoices/document-parties.ts';
import { toInvoiceFiles } from '#server/payments/invoices/invoice-files-view.ts';
import { missingOfInvoice } from '#server/payments/invoices/reissue-invoice.ts';
import { mostGoodwill } from '#server/payments/refunds/give-goodwill.ts';
import { proposeRefund } from '#server/payments/refunds/refund-proposal-view.ts';
import { listOrderInvoices, standingInvoice } from '#server/payments/store/invoice-store.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';
import { findSendings } from '#server/payments/store/sending-store.ts';
import { GOODWILL_HOLD, invoiceDuties } from '#server/payments/store/stornos-due-view.ts';
import { findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { readWithdrawal } from '#server/payments/store/withdrawals-view.ts';

/** Returns an order with all its facts, amounts in lei. Throws payments/order-not-found. */
export async function readOrderFile(app: App, orderId: string): Promise<OrderFile> {
  const { db } = app;
  const row = await listedOrderRows(db).where('orders.id', '=', orderId).executeTakeFirst();
  if (!row) throw new AppError('payments/order-not-found');
  const purchase = await db
    .selectFrom('credit_purchases')
    .select(['id', 'created_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const proposal = await proposeRefund(app, row);
  const goodwillBani = await mostGoodwill(db, row);
  return {
    order: asListedOrder(row),
    checkout: row.checkout_id === null ? null : await readCheckout(db, row.checkout_id),
    purchase: purchase ? { id: purchase.id, createdAt: purchase.created_at.toISOString() } : null,
    credits: await readCredits(db, orderId),
    events: [...(await readEvents(db, orderId)), ...(await readLateWithdrawals(db, row))],
    refunds: await readRefunds(db, orderId),
    withdrawal: await readDeclared(db, orderId),
    ...(await readInvoices(app, row)),
    needsAmount: row.state === 'review' && (await findReceived(db, row)) === null,
    refundNow: proposal && {
      amount: toLei(proposal.amountBani),
      most: toLei(proposal.mostBani),
      credits: proposal.credits,
    },
    goodwill: await readGoodwill(db, orderId),
    goodwillMost: goodwillBani === null ? null : toLei(goodwillBani),
  };
}

async function readInvoices(
  app: App,
  order: OrderRow,
): Promise<Pick<OrderFile, 'invoices' | 'invoiced' | 'isStornoDue' | 'mayDecideStorno' | 'restoreNow'>> {
  const { db } = app;
  const orderId = order.id;
  const { mayRestore, isMoneyAgain, ...duties } = await invoiceDuties(db, orderId);
  const rows = await listOrderInvoices(db, orderId);
  const standing = await standingInvoice(db, orderId);
  const sendings = await findSendings(
    db,
    rows.map(({ id }) => id),
  );
  const shown = await describeSendings(app, rows, sendings);
  const buyer = standing?.invoice.snapshot.buyer;
  return {
    invoices: rows.map((row) => ({
      ...toInvoiceFiles(row, sendings.get(row.id)),
      sending: shown.get(row.id) ?? null,
      cause: row.is_restored ? 'restored' : row.cause,
      net: row.net_bani / 100,
      vat: row.vat_bani / 100,
      gross: row.gross_bani / 100,
      issuedOn: row.issued_on,
      isTrial: row.mode !== 'live',
    })),
    invoiced:
      standing && buyer && standing.rest.grossBani > 0
        ? { rest: toLei(standing.rest.grossBani), buyer: toBillingForm(buyer) }
        : null,
    ...duties,
    restoreNow: mayRestore ? { ...(await readRestoring(db, order)), isMoneyAgain } : null,
  };
}

async function readRestoring(db: Db, order: OrderRow) {
  const { amount: credits } = await findRevokedOutside(db, order.user_id, order.id);
  return { credits, amount: toLei(await missingOfInvoice(db, order)) };
}

async function readCheckout(db: Db, checkoutId: string): Promise<OrderFile['checkout']> {
  const { billing, consents, shownDays } = await findCheckout(db, checkoutId);
  const { version, given, at, address, termsSha256 } = consents;
  const words = Object.fromEntries(await agreedWords(db, consents));
  const termsPath = termsSha256 ? `${TEXTS_PATH}${termsSha256}` : null;
  const { vatPayer = null, ...details } = { vatPayer: undefined, ...billing };
  return {
    billing: details,
    vatPayer,
    consents: { version: versionDay(version), given: [...given], at, address, words, termsPath },
    shownDays,
  };
}

async function readCredits(db: Db, orderId: string): Promise<OrderFile['credits']> {
  const grants = await db
    .selectFrom('credit_grants')
    .select(['granted', 'remaining', 'expires_at'])
    .where('ref', '=', orderId)
    .execute();
  const [first] = grants;
  if (!first) return null;
  return {
    granted: grants.reduce((sum, { granted }) => sum + granted, 0),
    remaining: grants.reduce((sum, { remaining }) => sum + remaining, 0),
    expiresAt: first.expires_at?.toISOString() ?? null,
  };
}

async function readEvents(db: Db, orderId: string): Promise<OrderFile['events']> {
  const rows = await db
    .selectFrom('order_events')
    .selectAll()
    .select(sql<string | null>`(select email from users where id = data->>'by')`.as('by'))
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute();
  return rows.map(({ source, event, data, by, created_at }) => ({
    source,
    event,
    data,
    by,
    at: created_at.toISOString(),
  }));
}

/** Returns credits that were held when the money went back outside, each at the moment when its run released it. */
async function readLateWithdrawals(
  db: Db,
  order: { id: string; user_id: string; shortfall: number | null },
): Promise<OrderFile['events']> {
  const rows = await db
    .selectFrom('credit_ledger')
    .select(['amount', 'created_at'])
    .where('user_id', '=', order.user_id)
    .where('kind', '=', 'refund')
    .where(sql<boolean>`starts_with(ref, ${`${outsideRef(order.id)}:`})`)
    .orderBy('seq')
    .execute();
  let shortfall = (order.shortfall ?? 0) + rows.reduce((sum, { amount }) => sum + amount, 0);
  return rows.map(({ amount, created_at }) => {
    shortfall -= amount;
    const data = { withdrawn: amount, shortfall };
    return { source: 'us', event: 'withdrawn', data, by: null, at: created_at.toISOString() };
  });
}

async function readDeclared(db: Db, orderId: string): Promise<OrderFile['withdrawal']> {
  const found = await findWithdrawal(db, orderId);
  return found && { ...(await readWithdrawal(db, found.id)), name: found.name, words: found.words };
}

async function readGoodwill(db: Db, orderId: string): Promise<OrderFile['goodwill']> {
  const rows = await db
    .selectFrom('goodwill_refunds as g')
    .innerJoin('users', 'users.id', 'g.given_by')
    .innerJoin('orders', 'orders.id', 'g.order_id')
    .selectAll('g')
    .select(['users.email', GOODWILL_HOLD.as('hold')])
    .where('order_id', '=', orderId)
    .orderBy('g.created_at')
    .execute();
  return rows.map(({ paid_on: on, reference, hold, ...row }) => ({
    id: row.id,
    amount: toLei(row.amount_bani),
    reason: row.reason,
    givenBy: row.email,
    createdAt: row.created_at.toISOString(),
    paid: on === null || reference === null ? null : { on, reference },
    hold: on === null ? hold : null,
  }));
}

async function readRefunds(db: Db, orderId: string): Promise<OrderFile['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('users', 'users.id', 'refunds.asked_by')
    .selectAll('refunds')
    .select('users.email')
    .where('order_id', '=', orderId)
    .orderBy('refunds.created_at')
    .execute();
  return rows.map((refund) => ({
    id: refund.id,
    state: refund.state,
    amount: toLei(refund.amount_bani),
    withdrawn: refund.withdrawn,
    reason: refund.reason,
    askedBy: refund.email,
    createdAt: refund.created_at.toISOString(),
    endedAt: refund.ended_at?.toISOString() ?? null,
  }));
}
