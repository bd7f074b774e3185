import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';

/**
 * The last new kind of news that money went back by another way than ours, of the order `orders`. The same kind told again is no news.
 */
const LAST_NEWS = sql<number | null>`(
  select max(first) from (
    select min(e.seq) as first from order_events e
    where e.order_id = orders.id and (e.event = 'chargeback' or (e.event = 'refunded' and e.data->>'byUs' = 'false'))
    group by e.event) news)`;

const isAfterNews = (event: string) => sql<boolean>`exists (
  select from order_events e where e.order_id = orders.id and e.event = ${event} and e.seq > ${LAST_NEWS})`;

/** „De stornat”: money went back outside Fotolot, something of its invoice is left, and no admin has decided about it since. */
export const IS_STORNO_DUE = sql<boolean>`(
  orders.is_granted and orders.state in ('refunded', 'charged-back') and ${LAST_NEWS} is not null and not ${isAfterNews('storno-decided')}
  and (select coalesce(sum(i.gross_bani), 0) from invoices i where i.order_id = orders.id) > 0)`;

export async function isStornoDue(db: Db | Tx, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(IS_STORNO_DUE)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countStornosDue(db: Db): Promise<number> {
  const { due } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .where(IS_STORNO_DUE)
    .executeTakeFirstOrThrow();
  return due;
}

/** Those of which admins were not reminded yet, with the moment of the news. */
export async function unremindedStornos(db: Db): Promise<{ id: string; since: Date }[]> {
  return db
    .selectFrom('orders')
    .innerJoin('order_events as news', 'news.order_id', 'orders.id')
    .select(['orders.id', 'news.created_at as since'])
    .where(IS_STORNO_DUE)
    .where('news.seq', '=', LAST_NEWS)
    .where(sql<boolean>`not ${isAfterNews('storno-reminded')}`)
    .execute();
}
