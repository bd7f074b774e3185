import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { downloadOrders, readOrderTotals as totalsContract } from '#contract/admin/admin-orders.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import { toLei } from '#domain/payments/amount.ts';
import { ORDER_GROUPS } from '#domain/payments/order-groups.ts';
import { findOrders, midnightOf } from '#server/admin/search/found-view.ts';
import type { App } from '#server/app.ts';
import { GOODWILL_HOLD, IS_STORNO_DUE } from '#server/payments/store/stornos-due-view.ts';

type OrderFilter = QueryOf<typeof downloadOrders>;
type Condition = RawBuilder<SqlBool>;

/** Returns the condition on `orders` that admins chose, and whether its search is cut. */
export async function buildOrderFilter(
  app: Pick<App, 'db' | 'now'>,
  { list, search = '', from, until, least, most }: OrderFilter,
): Promise<{ isMeant: Condition; isCut: boolean }> {
  const found = search.trim() === '' ? null : await findOrders(app, search);
  const conditions: Condition[] = [
    ...(list ? [isInList(list)] : []),
    ...(found ? [sql<SqlBool>`orders.id = any(${found.ids}::text[])`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`orders.created_at >= ${midnightOf(from)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`orders.created_at < ${midnightOf(until, 1)}`]),
    ...(least === undefined ? [] : [sql<SqlBool>`orders.amount_bani >= ${Math.round(least * 100)}`]),
    ...(most === undefined ? [] : [sql<SqlBool>`orders.amount_bani <= ${Math.round(most * 100)}`]),
  ];
  const isMeant =
    conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  return { isMeant, isCut: found?.isCut ?? false };
}

function isInList(list: NonNullable<OrderFilter['list']>): Condition {
  if (list === 'told') return sql`orders.told_admins <> '[]'`;
  if (list === 'storno') return IS_STORNO_DUE;
  if (list === 'transfer')
    return sql`exists (
      select from goodwill_refunds g where g.order_id = orders.id and g.marked_at is null and ${GOODWILL_HOLD} is null)`;
  return sql`orders.state in (${sql.join([...ORDER_GROUPS[list]])})`;
}

/** Returns how many orders are meant, how many were paid, and the lei of those. */
export async function readOrderTotals(
  app: App,
  filter: OrderFilter,
): Promise<ReplyOf<typeof totalsContract>> {
  const { isMeant } = await buildOrderFilter(app, filter);
  const row = await app.db
    .selectFrom('orders')
    .select([
      sql<string>`count(*)`.as('orders'),
      sql<string>`count(*) filter (where paid_at is not null)`.as('paid'),
      sql<string>`coalesce(sum(amount_bani) filter (where paid_at is not null), 0)`.as('bani'),
    ])
    .where(isMeant)
    .executeTakeFirstOrThrow();
  return { orders: Number(row.orders), paid: Number(row.paid), paidLei: toLei(Number(row.bani)) };
}
