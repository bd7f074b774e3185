import type { CreditPurchase, listCreditPurchases } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { lastDayToWithdraw, mayAskRefund } from '#domain/credits/revocation.ts';
import { groupBy } from '#domain/group-by.ts';
import { toLei } from '#domain/payments/amount.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import type { App } from '#server/app.ts';
import { findInvoiceFilesByOrder } from '#server/payments/invoices/invoice-files-view.ts';
import { sumGoodwill } from '#server/payments/store/goodwill-store.ts';
import { listGoodwillHolds } from '#server/payments/store/stornos-due-view.ts';
import { findWithdrawalsByOrder } from '#server/payments/store/withdrawals-view.ts';

/** Purchase history default: 20 rows. */
const DEFAULT_ROWS = 20;

/** Returns own purchases, newest first, price in lei. `cursor` is the last id of the page before. */
export async function listPurchases(
  app: App,
  userId: string,
  { limit = DEFAULT_ROWS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ReplyOf<typeof listCreditPurchases>> {
  const all = app.db
    .selectFrom('credit_purchases as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .selectAll('p')
    .select(['o.state', 'o.paid_at', 'o.number'])
    .where('p.user_id', '=', userId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1);
  const rows = await (cursor === undefined
    ? all
    : all.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('p.created_at', 'p.id'),
          '<',
          selectFrom('credit_purchases as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', cursor)
            .where('last.user_id', '=', userId)
            .$asTuple('created_at', 'id'),
        ),
      )
  ).execute();
  const page = rows.slice(0, limit);
  const orderIds = page.map((row) => row.order_id);
  const [refunds, withdrawals, goodwill, invoices] = await Promise.all([
    lastRefunds(app, orderIds),
    findWithdrawalsByOrder(app.db, orderIds),
    sumGoodwillByOrder(app, orderIds),
    findInvoiceFilesByOrder(app.db, orderIds),
  ]);
  return {
    purchases: page.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      orderNumber: formatOrderNumber(row.number),
      userId: row.user_id,
      kind: row.kind,
      name: row.name,
      credits: row.credits,
      price: toLei(row.price_bani),
      currency: row.currency,
      createdAt: row.created_at.toISOString(),
      invoices: invoices.get(row.order_id) ?? [],
      goodwill: goodwill.get(row.order_id) ?? null,
      ...moneyBack(app, row, {
        last: refunds.get(row.order_id) ?? null,
        withdrawal: withdrawals.get(row.order_id) ?? null,
      }),
    })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

type Refund = NonNullable<CreditPurchase['refund']>;

async function lastRefunds(app: App, orderIds: readonly string[]): Promise<Map<string, Refund>> {
  if (orderIds.length === 0) return new Map();
  const rows = await app.db
    .selectFrom('refunds')
    .select(['order_id', 'state', 'amount_bani'])
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.order_id, { state: row.state, amount: toLei(row.amount_bani) }]));
}

async function sumGoodwillByOrder(
  app: App,
  orderIds: readonly string[],
): Promise<Map<string, CreditPurchase['goodwill']>> {
  if (orderIds.length === 0) return new Map();
  const rows = await listGoodwillHolds(app.db, orderIds);
  return new Map(
    [...groupBy(rows, ({ order_id }) => order_id)].map(([orderId, found]) => {
      const owed = found.filter(({ marked_at, hold }) => marked_at === null && hold === null);
      const paid = found.filter(({ marked_at }) => marked_at !== null);
      const sums = { owed: toLei(sumGoodwill(owed)), paid: toLei(sumGoodwill(paid)) };
      return [orderId, sums.owed + sums.paid > 0 ? sums : null];
    }),
  );
}

/** Returns money that went back outside of Fotolot; null: none did. */
function takenBack(state: string, last: Refund | null): Refund | null {
  if (state === 'charged-back') return { state, amount: null };
  return state === 'refunded' && last?.state !== 'done' ? { state: 'done', amount: null } : null;
}

/** Returns the money that went back, is on its way, or may still be asked for. */
function moneyBack(
  app: App,
  { state, paid_at: paidAt }: { state: string; paid_at: Date | null },
  { last, withdrawal }: { last: Refund | null; withdrawal: CreditPurchase['withdrawal'] },
): Pick<CreditPurchase, 'refund' | 'refundUntil' | 'withdrawal'> {
  const refund = takenBack(state, last) ?? last;
  const isOver = state !== 'paid' || withdrawal !== null || last?.state === 'done';
  const mayWithdraw = !isOver && paidAt !== null && mayAskRefund(paidAt, app.now());
  const refundUntil = mayWithdraw ? toNoon(lastDayToWithdraw(paidAt)).toISOString() : null;
  return { refund, refundUntil, withdrawal };
}
