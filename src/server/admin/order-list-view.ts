import { type SqlBool, sql } from 'kysely';
import type { listOrders as contract, ListedOrder } from '#contract/admin/admin-orders.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import type { OrderList } from '#domain/payments/order-groups.ts';
import { TRIES, type Try } from '#domain/payments/order-state.ts';
import { buildOrderFilter, readOrderTotals } from '#server/admin/search/order-filter-view.ts';
import type { App, Db } from '#server/app.ts';
import { asOrder, waitsFor } from '#server/payments/orders/orders-view.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { countStornosDue } from '#server/payments/store/stornos-due-view.ts';

const ORDERS_PER_PAGE = 50;

/** Returns all users' orders, newest first. */
export async function listOrders(
  app: App,
  { cursor, ...filter }: QueryOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { db } = app;
  const { isMeant, isCut } = await buildOrderFilter(app, filter);
  let query = listedOrderRows(db)
    .where(isMeant)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(ORDERS_PER_PAGE + 1);
  if (cursor)
    query = query.where(
      sql<SqlBool>`(orders.created_at, orders.id) < (select created_at, id from orders where id = ${cursor})`,
    );
  const rows = await query.execute();
  const shown = rows.slice(0, ORDERS_PER_PAGE);
  const countIn = async (list: OrderList) => (await readOrderTotals(app, { list })).orders;
  return {
    orders: shown.map(asListedOrder),
    nextCursor: rows.length > ORDERS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
    isCut,
    inReview: await countIn('review'),
    stornosDue: await countStornosDue(db),
    transfersDue: await countIn('transfer'),
  };
}

type ListedRow = OrderRow & { email: string; shortfall: number | null; last_try: Try | null };

/**
 * Selects orders with their buyer's address, the provider's last message about a try to pay, and the credits that could not be withdrawn.
 */
export function listedOrderRows(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .select('users.email')
    .select(({ selectFrom }) =>
      selectFrom('order_events')
        .select('event')
        .whereRef('order_id', '=', 'orders.id')
        .where('event', 'in', [...TRIES])
        .orderBy('seq', 'desc')
        .limit(1)
        .$castTo<{ event: Try }>()
        .as('last_try'),
    )
    .select(
      sql<number | null>`(select (e.data->>'shortfall')::int - (
          select coalesce(sum(l.amount), 0)::int from credit_ledger l
          where l.user_id = orders.user_id and l.kind = 'refund' and starts_with(l.ref, orders.id || ':outside:'))
        from order_events e
        where e.order_id = orders.id and e.event = 'withdrawn' order by e.seq desc limit 1)`.as('shortfall'),
    );
}

/** Turns a row into a listed order, without the payment page, whose address alone opens the order. */
export function asListedOrder(row: ListedRow): ListedOrder {
  const { user_id: userId, provider_id: providerId, told_admins: reasons, email, mode, shortfall } = row;
  const facts = { ...asOrder(row), waitsFor: waitsFor(row.last_try), paymentUrl: null };
  return { ...facts, userId, email, mode, providerId, told: reasons, shortfall };
}
