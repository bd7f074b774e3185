import { sql } from 'kysely';
import type { ReplyOf } from '#contract/route.ts';
import type { readUsage as route } from '#contract/usage.ts';
import { type UsageDay, usageRange } from '#domain/analytics/usage.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';

/** A run counts on the day it ended: photos that came out, and what the ledger was settled with (nothing while credits were unlimited). */
export async function readUsage(
  app: Pick<App, 'db' | 'now'>,
  ownerId: string,
): Promise<ReplyOf<typeof route>> {
  const range = usageRange(toBucharestDay(app.now()));
  const { rows: days } = await sql<UsageDay>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(photos)::int as photos, sum(credits)::int as credits from (
      select (r.finished_at at time zone 'Europe/Bucharest')::date as day,
        case when r.unlimited then 0 else r.settled end as credits,
        (select count(*) from run_photos p where p.run_id = r.id and p.state = 'done') as photos
      from runs r
      where r.owner_id = ${ownerId}
        and r.finished_at >= ${range.from}::date::timestamp at time zone 'Europe/Bucharest') ended
    group by ended.day having sum(photos) > 0 or sum(credits) > 0
    order by ended.day`.execute(app.db);
  return { ...range, days };
}
