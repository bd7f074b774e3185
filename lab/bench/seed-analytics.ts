import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/adapters/database/pool.ts';
import { silent } from '../../tools/data-folder.ts';

/**
 * node lab/bench/seed-analytics.ts --url postgres://… [--users 10000] [--runs 330000]: fills a scratch database with two years of made-up
 * accounts, batches, runs and a ledger that adds up. It refuses a database with accounts.
 */
export async function seedAnalytics(
  { db }: Pick<Database, 'db'>,
  size: { users: number; runs: number },
): Promise<void> {
  const { rows } = await sql`select from users limit 1`.execute(db);
  if (rows.length > 0) throw new Error('This database has accounts: it is no scratch database.');
  const steps = [...accounts(size), ...work(size), ...ledger(size), ...money()];
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select setseed(0.2026)`.execute(tx);
    for (const step of steps) await sql.raw(step).execute(tx);
  });
  for (const table of [
    'users',
    'batches',
    'batch_photos',
    'photos',
    'runs',
    'run_photos',
    'credit_ledger',
    'orders',
  ])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

const PHOTOS_EACH = 12;
const id = (prefix: string, n: string) => `'${prefix}_' || lpad(to_hex(${n}), 26, '0')`;

function accounts({ users }: { users: number }): string[] {
  return [
    `insert into users (id, email, display_name, created_at, last_login_at, batch_count)
      select ${id('usr', 'n')}, 'om' || n || '@scratch.example', 'Țuțu ' || n, at, at + random() * (now() - at), 1
      from (select n, now() - random() * interval '730 days' as at from generate_series(1, ${users}) n) u`,
    `insert into credit_accounts (user_id) select id from users`,
    `insert into photos (id, owner_id, name, bytes, state, format, width, height, sha256, analysis, created_at)
      select ${id('img', `n * ${PHOTOS_EACH} + k`)}, ${id('usr', 'n')}, 'a.jpg', 0, 'ready', 'jpeg', 4000, 3000, 'x', '{}', now()
      from generate_series(1, ${users}) n, generate_series(1, ${PHOTOS_EACH}) k where n % 10 > 1`,
  ];
}

/** Half of the accounts never process anything; the rest have their runs spread from their first day until today. */
function work({ users, runs }: { users: number; runs: number }): string[] {
  const owner = `1 + 2 * (n % ${Math.floor(users / 2)})`;
  return [
    `create temp table seeded on commit drop as
      select n, ${owner} as u, ${id('usr', owner)} as owner, ${id('lot', 'n')} as lot, ${id('run', 'n')} as run,
        1 + (n % 4) as photos, random() < 0.02 as fails
      from generate_series(1, ${runs}) n where (${owner}) % 10 > 1`,
    `alter table seeded add at timestamptz`,
    `update seeded s set at = x.created_at + random() * random() * (now() - x.created_at) from users x where x.id = s.owner`,
    `insert into batches (id, owner_id, number, name, state, recipe, outputs, created_at)
      select lot, owner, n, 'Lot', case when fails then 'failed' else 'done' end, '{}', '[]', at from seeded`,
    `insert into batch_photos select lot, ${id('img', `u * ${PHOTOS_EACH} + k`)}, k from seeded, generate_series(1, photos) k`,
    `insert into runs (id, batch_id, owner_id, number, state, recipe, outputs, limits, photos_at_once, window_photo_ids,
        window_credits, cost, settled, unlimited, created_at, started_at, finished_at)
      select run, lot, owner, 1, case when fails then 'failed' else 'done' end, '{}',
        case n % 3 when 0 then '[{"key": "olx"}, {"key": "emag-principal"}]' when 1 then '[{"key": "autovit"}]' else '[{"key": "custom-1"}]' end::jsonb,
        '{}', 1, '[]', 0, 1, case when fails then 0 else 1 end, false,
        at, at + random() * interval '20 s', at + interval '20 s' + random() * photos * interval '2 s'
      from seeded`,
    `insert into run_photos (run_id, photo_id, position, state, error, finished_at)
      select run, ${id('img', `u * ${PHOTOS_EACH} + k`)}, k, case when fails then 'failed' else 'done' end,
        case when fails then '{"code": "photos/corrupt"}' end::jsonb, at + interval '30 s'
      from seeded, generate_series(1, photos) k`,
  ];
}

/** A grant for each account's runs, then hold, release and spend of every run: chains and balances hold. */
function ledger({ users }: { users: number }): string[] {
  return [
    `create temp table entries on commit drop as
      select owner, at - interval '1 s' as at, 0 as part, 'grant' as kind, count as delta, count as amount, 'seed:' || owner as ref
      from (select owner, count(*)::bigint as count, min(at) as at from seeded group by owner) g
      union all select owner, at, 1, 'hold', -1, 1, run from seeded
      union all select owner, at + interval '40 s', 2, 'release', fails::int, fails::int, run from seeded
      union all select owner, at + interval '40 s', 3, 'spend', 0, 1 - fails::int, run from seeded`,
    `insert into credit_ledger (user_id, seq, kind, delta, amount, balance_after, ref, actor, created_at)
      select owner, row_number() over w, kind, delta, amount, sum(delta) over w, ref, 'system', at from entries
      window w as (partition by owner order by part = 0 desc, at, part)`,
    `update credit_accounts a set balance = l.total, seq = l.n
      from (select user_id, sum(delta) as total, count(*) as n from credit_ledger group by 1) l where l.user_id = a.user_id`,
    `insert into credit_grants (id, user_id, seq, source, granted, remaining, ref, created_at)
      select ${id('grt', 'row_number() over ()')}, user_id, 1, 'gift', amount, balance, ref, created_at
      from credit_ledger join credit_accounts using (user_id) where kind = 'grant' and ${users} > 0`,
  ];
}

function money(): string[] {
  return [
    `create temp table sold on commit drop as
      select row_number() over () as n, x.id as owner, now() - random() * (now() - x.created_at) as at,
        (array['Starter 10', 'Pro 25', 'Scale 60'])[1 + k % 3] as name, (array[5000, 10000, 20000])[1 + k % 3] as bani
      from users x, generate_series(1, 3) k where right(x.id, 1) in ('1', '5', '9')`,
    `insert into orders (id, user_id, kind, item, name, credits, amount_bani, mode, state, is_granted, created_at, paid_at)
      select ${id('ord', 'n')}, owner, 'package', 'pkg', name, 10, bani, 'simulator', 'paid', true, at, at from sold`,
    `insert into credit_purchases (id, order_id, user_id, kind, name, credits, price_bani, created_at)
      select ${id('pur', 'n')}, ${id('ord', 'n')}, owner, 'package', name, 10, bani, at from sold`,
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: '' },
      users: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '330000' },
    },
  });
  if (!values.url) throw new Error('--url: the address of a migrated scratch database.');
  const database = openDatabase(values.url, silent, { answerLimitMs: 0 });
  await seedAnalytics(database, { users: Number(values.users), runs: Number(values.runs) });
  await database.close();
}
