import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';
import { IS_LET_GO, IS_OPEN_GOODWILL } from '#server/payments/store/goodwill-store.ts';

/**
 * Position of the last news that the order's money came or went outside of Fotolot. Entries of the version before do not say whether they
 * are news: the first of each kind is.
 */
const LAST_NEWS = sql<number | null>`(
  select max(seq) from (
    select e.seq from order_events e where e.order_id = orders.id and e.data ? 'news'
    union all
    select min(e.seq) from order_events e
    where e.order_id = orders.id and (e.event = 'chargeback' or (e.event = 'refunded' and e.data->>'byUs' = 'false'))
    group by e.event) news)`;

const isAfterNews = (...events: string[]) => sql<boolean>`exists (
  select from order_events e where e.order_id = orders.id and e.event in (${sql.join(events)}) and e.seq > ${LAST_NEWS})`;

const IS_LAST_AGAIN = sql<boolean>`exists (
  select from order_events e where e.order_id = orders.id and e.seq = ${LAST_NEWS} and e.data->>'news' = 'again')`;

const IS_BACK = sql<boolean>`orders.state in ('refunded', 'charged-back')`;

/** Something of the invoice is left, or a transfer is promised, whose storno is issued already. */
const HAS_REST = sql<boolean>`(
  (select coalesce(sum(i.gross_bani), 0) from invoices i where i.order_id = orders.id) > 0
  or exists (select from goodwill_refunds g where g.order_id = orders.id and ${IS_OPEN_GOODWILL}))`;

/**
 * „De stornat”: money went back outside and something of its invoice or a promised transfer is left, or money is here again, and no admin
 * has decided since.
 * Checking `told_admins` first spares most orders the look into their history: admins are told all news.
 */
export const IS_STORNO_DUE = sql<boolean>`(
  orders.is_granted and orders.told_admins <> '[]' and ${LAST_NEWS} is not null and not ${isAfterNews('storno-decided', 'restored')}
  and case when ${IS_LAST_AGAIN} then ${IS_BACK} else ${HAS_REST} end)`;

export type GoodwillHold = 'undecided' | 'let-go';

/**
 * Why goodwill `g` of `orders` is not to be transferred; null: nothing speaks against it. Money that went back outside may have been that of
 * the promise too, until an admin decides.
 */
export const GOODWILL_HOLD = sql<GoodwillHold | null>`(
  case when ${IS_LET_GO} then 'let-go' when ${IS_STORNO_DUE} then 'undecided' end)`;

/** Returns why goodwill is not to be transferred. A consistent answer needs the order's lock. */
export async function findGoodwillHold(db: Db | Tx, goodwillId: string): Promise<GoodwillHold | null> {
  const { hold } = await db
    .selectFrom('goodwill_refunds as g')
    .innerJoin('orders', 'orders.id', 'g.order_id')
    .select(GOODWILL_HOLD.as('hold'))
    .where('g.id', '=', goodwillId)
    .executeTakeFirstOrThrow();
  return hold;
}

/** Returns the goodwill of orders, with its transfer's moment and why none is to be made. */
export async function listGoodwillHolds(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('goodwill_refunds as g')
    .innerJoin('orders', 'orders.id', 'g.order_id')
    .select(['g.order_id', 'g.amount_bani', 'g.marked_at', GOODWILL_HOLD.as('hold')])
    .where('g.order_id', 'in', orderIds)
    .execute();
}

const WENT_OUTSIDE = sql<boolean>`exists (
  select from order_events e where e.order_id = orders.id
    and (e.event in ('chargeback', 'cancelled') or (e.event = 'refunded' and e.data->>'byUs' = 'false')))`;

/** Money may have gone back outside and something of its invoice or a promised transfer is left. */
const MAY_DECIDE = sql<boolean>`(orders.is_granted and ${HAS_REST} and ${WENT_OUTSIDE})`;

/** Money that went back outside may be here again. After a withdrawal from the contract it would be the buyer's. */
const MAY_RESTORE = sql<boolean>`(
  orders.is_granted and ${IS_BACK} and ${WENT_OUTSIDE} and not exists (select from withdrawals w where w.order_id = orders.id))`;

/** An admin's duties and options about an order's invoice. */
export interface InvoiceDuties {
  readonly isStornoDue: boolean;
  readonly mayDecideStorno: boolean;
  readonly mayRestore: boolean;
  /** The provider's last news: the money is here again. */
  readonly isMoneyAgain: boolean;
}

/** Returns no duties for an unknown order. */
export async function invoiceDuties(db: Db | Tx, orderId: string): Promise<InvoiceDuties> {
  const row = await db
    .selectFrom('orders')
    .select([
      IS_STORNO_DUE.as('isStornoDue'),
      MAY_DECIDE.as('mayDecideStorno'),
      MAY_RESTORE.as('mayRestore'),
      IS_LAST_AGAIN.as('isMoneyAgain'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row ?? NO_DUTIES;
}

const NO_DUTIES: InvoiceDuties = {
  isStornoDue: false,
  mayDecideStorno: false,
  mayRestore: false,
  isMoneyAgain: false,
};

export async function isStornoDue(db: Db | Tx, orderId: string): Promise<boolean> {
  return (await invoiceDuties(db, orderId)).isStornoDue;
}

export async function countStornosDue(db: Db): Promise<number> {
  const { due } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .where(IS_STORNO_DUE)
    .executeTakeFirstOrThrow();
  return due;
}

/** Returns orders with a due storno that no reminder was sent of, with the moment of the news. */
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
