import { sql } from 'kysely';
import { readSums } from '#server/admin/analytics/day-sums-view.ts';
import {
  asDay,
  buildBucketColumn,
  isWithin,
  type ReportRow,
  type ReportScope,
} from '#server/admin/analytics/scope-view.ts';
import type { App } from '#server/app.ts';

/** Money (bani) of counted sales that went back, and when: our refunds, goodwill, and the rest that the bank or the provider's pages gave back. */
export const MONEY_BACK = sql`
  select r.ended_at as at, r.amount_bani as bani from refunds r
  join credit_purchases p on p.order_id = r.order_id where r.state = 'done'
  union all
  select d.marked_at, d.amount_bani from withdrawal_debts d
  join withdrawals w on w.id = d.withdrawal_id
  join credit_purchases p on p.order_id = w.order_id where d.marked_at is not null
  union all
  select g.marked_at, g.amount_bani from goodwill_refunds g where g.marked_at is not null
  union all
  select taken.at, p.price_bani - taken.given from orders o
  join credit_purchases p on p.order_id = o.id
  cross join lateral (
    select (select min(e.created_at) from order_events e where e.order_id = o.id
        and (e.event = 'chargeback' or (e.event = 'refunded' and e.data->>'byUs' = 'false'))) as at,
      (select coalesce(sum(r.amount_bani), 0)::bigint from refunds r
        where r.order_id = o.id and r.state = 'done')
      + (select coalesce(sum(d.amount_bani), 0)::bigint from withdrawal_debts d
        join withdrawals w on w.id = d.withdrawal_id where w.order_id = o.id and d.marked_at is not null)
      + (select coalesce(sum(g.amount_bani), 0)::bigint from goodwill_refunds g
        where g.order_id = o.id and g.marked_at is not null) as given) taken
  where o.state in ('refunded', 'charged-back') and taken.at is not null and taken.given < p.price_bani`;

/** Returns lei by item, when it was paid; „refunded” is money that went back, when it did. Imported sales are not counted. */
export async function readRevenue({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const [bought, back] = [sql.ref('c.created_at'), sql.ref('at')];
  const { rows } = await sql<ReportRow>`
    select ${asDay(buildBucketColumn(bought, scope))} as at, c.kind || ':' || c.name as series,
      sum(c.price_bani)::float8 / 100 as value
    from credit_purchases c join orders o on o.id = c.order_id
    where ${isWithin(bought, scope)} and o.mode <> 'imported' group by 1, 2
    union all
    select ${asDay(buildBucketColumn(back, scope))}, 'refunded', sum(bani)::float8 / 100
    from (${MONEY_BACK}) back where ${isWithin(back, scope)} group by 1`.execute(db);
  return rows;
}

/** Returns credits that were granted, spent, expired and withdrawn; admins' corrections count as granted or withdrawn. */
export async function readCreditFlow({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  return readSums(db, 'credits', { scope, isOverTime: true });
}
