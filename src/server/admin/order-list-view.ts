import { sql } from 'kysely';
import type { OrderFile, OrderLine } from '#contract/admin-orders.ts';
import { AppError } from '#domain/errors.ts';
import { leiOf } from '#domain/payments/amount.ts';
import type { OrderState } from '#domain/payments/order-state.ts';
import type { App } from '#server/app.ts';
import { findOrder, type OrderRow } from '#server/payments/order-store.ts';
import { asOrder } from '#server/payments/orders-view.ts';

export const ORDERS_PER_PAGE = 50;

/** Everybody's orders, newest first. */
export async function listOrders(
  app: App,
  page: { state?: OrderState | undefined; search?: string | undefined; cursor?: string | undefined },
): Promise<{ orders: OrderLine[]; nextCursor: string | null }> {
  let query = app.db
    .selectFrom('orders')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ORDERS_PER_PAGE + 1);
  const typed = (page.search ?? '').trim().toLowerCase();
  if (page.state) query = query.where('state', '=', page.state);
  if (typed) query = query.where(sql<boolean>`strpos(orders.id, ${typed}) > 0`);
  if (page.cursor)
    query = query.where(
      sql<boolean>`(orders.created_at, orders.id) < (select created_at, id from orders where id = ${page.cursor})`,
    );
  const rows = await query.execute();
  const shown = rows.slice(0, ORDERS_PER_PAGE);
  return {
    orders: shown.map(asLine),
    nextCursor: rows.length > ORDERS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function readOrderFile({ db }: App, orderId: string): Promise<OrderFile> {
  const row = await findOrder(db, orderId);
  if (!row) throw new AppError('payments/order-not-found');
  const events = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  return {
    order: asLine(row),
    events: events.map(({ source, event, data, created_at }) => ({
      source,
      event,
      data,
      at: created_at.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      state: refund.state,
      amount: leiOf(refund.amount_bani),
      withdrawn: refund.withdrawn,
      reason: refund.reason,
      askedBy: refund.asked_by,
      createdAt: refund.created_at.toISOString(),
      endedAt: refund.ended_at?.toISOString() ?? null,
    })),
  };
}

/** Without the address to pay at: whoever has it can open the order. */
function asLine(row: OrderRow): OrderLine {
  const { user_id: userId, mode, provider_id: providerId } = row;
  return { ...asOrder(row), userId, mode, providerId, paymentUrl: null };
}
