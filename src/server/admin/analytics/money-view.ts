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

/**
 * Money of counted sales that went back, and when: given by us, or taken by the bank or in the provider's pages with what we had not given.
 */
export const MONEY_BACK = sql`
  select r.ended_at as at, r.amount_bani as bani from refunds r
  join credit_purchases p on p.order_id = r.order_id where r.state = 'done'
  union all
  select d.marked_at, d.amount_bani from withdrawal_debts d
  join withdrawals w on w.id = d.withdrawal_id
  join credit_purchases p on p.order_id = w.order_id where d.marked_at is not null
  union all
  select taken.at, p.price_bani - taken.given from orders o
  join credit_purchases p on p.order_id = o.id
  cross join lateral (
    select (select min(e.created_at) from order_events e where e.order_id = o.id
        and (e.event = 'chargeback' or (e.event = 'refunded' and e.data->>'byUs' = 'false'))) as at,
      (select coalesce(sum(r.amount_bani), 0)::bigint from refunds r
        where r.order_id = o.id and r.state = 'done')
      + (select coalesce(sum(d.amount_bani), 0)::bigint from withdrawal_debts d
        join withdrawals w on w.id = d.withdrawal_id where w.order_id = o.id and d.marked_at is not null) as given) taken
  where o.state in ('refunded', 'charged-back') and taken.at is not null and taken.given < p.price_bani`;

/** Lei by what was bought, when it was paid; „refunded” is what went back, when it did. Imported sales are not ours to count. */
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

/** Credits that came, were used up, fell due and were withdrawn; corrections by admins count as what they did. */
export async function readCreditFlow({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  return readSums(db, 'credits', { scope, isOverTime: true });
}
