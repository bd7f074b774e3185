import type { Order, OrderFacts } from '#contract/orders.ts';
import { declineSentence } from '#domain/language/decline-sentences.ts';
import { lateSentence, recountSentence } from '#domain/language/plan-sentences.ts';
import { toLei } from '#domain/payments/amount.ts';
import { AWAITED_STATES, isOpen, isProcessing, type WaitsFor } from '#domain/payments/open-order.ts';
import type { Try } from '#domain/payments/order-state.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import type { App, Db } from '#server/app.ts';
import {
  findLastWait,
  findOwnOrder,
  findRecount,
  type OrderRow,
} from '#server/payments/store/order-store.ts';
import { findBoughtPeriod, findPaidBani } from '#server/payments/store/purchase-store.ts';

/** Far more than one person leaves open: an order is given up after 14 days. */
const AT_MOST = 20;

/** Returns an own order as its owner sees it, price in lei. Throws payments/order-not-found. */
export async function readOrder(app: App, userId: string, orderId: string): Promise<Order> {
  return asOwnOrder(app, await findOwnOrder(app.db, userId, orderId));
}

/** Returns own orders that have not ended, newest first. */
export async function listOpenOrders(app: App, userId: string): Promise<Order[]> {
  const rows = await app.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', [...AWAITED_STATES, 'declined', 'review'])
    .orderBy('created_at', 'desc')
    .limit(AT_MOST)
    .execute();
  return Promise.all(rows.map((row) => asOwnOrder(app, row)));
}

async function asOwnOrder(app: App, row: OrderRow): Promise<Order> {
  const price = toLei(await findPaidBani(app.db, row));
  const order = { ...asOrder(row), price, waitsFor: waitsFor(await findLastWait(app.db, row.id)) };
  const { paid_at: paidAt } = row;
  const isOnTime = order.note === null && order.kind === 'plan' && order.state === 'paid';
  if (!isOnTime || paidAt === null) return { ...order, period: null };
  const recount = await findRecount(app.db, row.id);
  const { startsAt, endsAt } = await findBoughtPeriod(app.db, row, paidAt);
  const dates = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  return {
    ...order,
    note: recount && recountSentence(recount),
    period: { ...dates, hasBegun: startsAt <= app.now() },
  };
}

/** Returns what an order waits for, by the provider's last message about a try to pay. */
export function waitsFor(last: Try | null): WaitsFor {
  if (last === 'not-begun') return 'card';
  return last === 'fraud-check' ? last : 'answer';
}

/** Returns the facts of an order on the wire, price in lei. */
export function asOrder(row: OrderRow): OrderFacts {
  return {
    id: row.id,
    number: formatOrderNumber(row.number),
    rev: row.rev,
    state: row.state,
    kind: row.kind,
    item: row.item,
    name: row.name,
    credits: row.credits,
    price: toLei(row.amount_bani),
    currency: row.currency,
    reason: row.state === 'declined' && row.decline_reason ? declineSentence(row.decline_reason) : null,
    note: row.is_late && row.plan_starts_at ? lateSentence(row.plan_starts_at) : null,
    paymentUrl: isOpen(row.state) ? row.payment_url : null,
    returnTo: row.return_to,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

/** Returns the person's newest payment that is processing, for the user document. */
export async function findPendingOrder(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ orderId: string; createdAt: Date } | null> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'state', 'created_at'])
    .where('user_id', '=', userId)
    .where('state', 'in', AWAITED_STATES)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || !isProcessing(row.state, row.created_at, now)) return null;
  return { orderId: row.id, createdAt: row.created_at };
}
