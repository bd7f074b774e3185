import { sql } from 'kysely';
import { readSums } from '#server/admin/analytics/day-sums-view.ts';
import { asDay, bucketOf, isWithin, type Row, type Scope } from '#server/admin/analytics/scope.ts';
import type { App } from '#server/app.ts';

/** Lei by what was bought, when it was paid; „refunded” is what went back, when it did. Imported sales are not ours to count. */
export async function revenue({ db }: Pick<App, 'db'>, scope: Scope): Promise<Row[]> {
  const [bought, ended] = [sql.ref('c.created_at'), sql.ref('ended_at')];
  const { rows } = await sql<Row>`
    select ${asDay(bucketOf(bought, scope))} as at, c.kind || ':' || c.name as series,
      sum(c.price_bani)::float8 / 100 as value
    from credit_purchases c join orders o on o.id = c.order_id
    where ${isWithin(bought, scope)} and o.mode <> 'imported' group by 1, 2
    union all
    select ${asDay(bucketOf(ended, scope))}, 'refunded', sum(amount_bani)::float8 / 100
    from refunds where state = 'done' and ${isWithin(ended, scope)} group by 1`.execute(db);
  return rows;
}

/** Credits that came, were used up, fell due and were withdrawn; corrections by admins count as what they did. */
export async function credits({ db }: Pick<App, 'db'>, scope: Scope): Promise<Row[]> {
  return readSums(db, 'credits', scope, true);
}
