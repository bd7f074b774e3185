import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { type Database, openDatabase } from '#server/adapters/database/pool.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import { readOrderTotals } from '#server/admin/search/order-filter-view.ts';
import { listUsers } from '#server/admin/users/user-list-view.ts';
import type { App } from '#server/app.ts';
import { silent } from '../../tools/data-folder.ts';
import { SIZE } from './size.ts';
import { add, percentile, percentiles } from './table.ts';

const MIGRATIONS = join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'server',
  'adapters',
  'database',
  'migrations',
);
const MOST_MS = 100;
const ORDERS = 1_000_000 * SIZE.share;
const USERS = ORDERS / 5;

const FIRST = ['Ana', 'Ion', 'Maria', 'Andrei', 'Elena', 'Mihai', 'Ioana', 'Ștefan', 'Țăran', 'Cristina'];
const LAST = [
  'Popescu',
  'Ionescu',
  'Popa',
  'Pop',
  'Dumitrescu',
  'Stan',
  'Radu',
  'Munteanu',
  'Șerban',
  'Văcărescu',
];
const pick = (names: readonly string[], n: string) =>
  `(array[${names.map((name) => `'${name}'`).join(', ')}])[1 + (${n}) % ${names.length}]`;
const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 26, 'x')`;

/** One order in five is a firm's; half are paid and have an invoice; names are shared by thousands, as names are. */
const SEED = [
  `insert into users (id, email, display_name, created_at)
    select ${id('usr', 'n')}, 'om' || n || '.' || lower(translate(${pick(LAST, 'n / 7')}, 'ȘăȚ', 'SaT')) || '@fotolot.example',
      ${pick(FIRST, 'n')} || ' ' || ${pick(LAST, 'n / 7')} || n % 97, now() - (${USERS} - n) * interval '3 minutes'
    from generate_series(1, ${USERS}) n`,
  'insert into credit_accounts (user_id) select id from users on conflict do nothing',
  `insert into checkouts (id, user_id, item, price_bani, billing, consents, created_at)
    select ${id('cko', 'n')}, ${id('usr', `1 + n % ${USERS}`)}, 'p', 5000,
      case when n % 5 = 0 then jsonb_build_object('kind', 'firm', 'name', ${pick(LAST, 'n / 5')} || ' Auto ' || n / 50 || ' SRL', 'cui', (10000000 + n)::text)
        else jsonb_build_object('kind', 'person', 'firstName', ${pick(FIRST, 'n')}, 'lastName', ${pick(LAST, 'n / 3')} || n % 89) end,
      '{}', now() - (${ORDERS} - n) * interval '1 minute'
    from generate_series(1, ${ORDERS}) n`,
  `insert into orders (id, user_id, checkout_id, kind, item, name, credits, amount_bani, mode, state, is_granted, provider_id, created_at, paid_at)
    select ${id('ord', 'n')}, ${id('usr', `1 + n % ${USERS}`)}, ${id('cko', 'n')}, 'package', 'p', 'Starter 10', 10,
      (array[5000, 10000, 20000, 4900, 9900])[1 + n % 5], 'live',
      case when n % 2 = 0 then 'paid' when n % 1001 = 0 then 'charged-back' else 'expired' end, n % 2 = 0, (20000000 + n)::text,
      now() - (${ORDERS} - n) * interval '1 minute', case when n % 2 = 0 then now() - (${ORDERS} - n) * interval '1 minute' end
    from generate_series(1, ${ORDERS}) n`,
  "insert into invoice_series (series, first, next) values ('FTL', 1, 1)",
  `insert into invoices (id, series, number, kind, cause, order_id, user_id, issued_on, paid_on, net_bani, vat_bani, gross_bani, mode, snapshot, created_at)
    select ${id('inv', 'n')}, 'FTL', n, 'invoice', 'payment', o.id, o.user_id, current_date, current_date, 5000, 0, 5000, 'live',
      jsonb_build_object('buyer', c.billing), o.created_at
    from (select row_number() over (order by id) as n, * from orders where is_granted) o join checkouts c on c.id = o.checkout_id`,
];

/** Seeds without the indexes, which are built over all rows at once afterwards, and without the checks of single rows. */
async function seed(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where tablename in ('users', 'checkouts', 'orders', 'invoices') and indexdef not like 'CREATE UNIQUE%'`,
  );
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const statement of SEED) await client.query(statement);
  for (const { made } of rows) await client.query(made);
  await client.query('reset session_replication_role');
  await client.query('analyze');
}

type Work = () => Promise<unknown>;

/** Each kind of search as an admin types it, from rare to what thousands share. */
async function buildSearches(database: Database, app: App): Promise<Record<string, Work>> {
  const middle = `lpad('${Math.round(ORDERS / 2)}', 26, 'x')`;
  const { rows } = await database.pool.query(`select number from orders where id = 'ord_' || ${middle}`);
  const orders = (search: string) => () => listOrders(app, { search });
  return {
    'no search': () => listOrders(app, {}),
    'a rare state': () => listOrders(app, { list: 'back' }),
    'order number': orders(rows[0].number),
    'invoice number': orders(`ftl ${Math.round(ORDERS / 4)}`),
    'NETOPIA number': orders(String(20_000_000 + Math.round(ORDERS / 3))),
    CUI: orders(`RO${10_000_000 + Math.round(ORDERS / 2)}`),
    'a whole name': orders('popescu55 ana'),
    'the start of a name that many have': orders('pop'),
    'two letters': orders('an'),
    address: orders('om1234.popa@fotolot.example'),
    'the start of an address': orders('om123'),
    amount: orders('49 lei'),
    day: orders(new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)),
    nothing: orders('nimeni nicăieri'),
    'a name among paid orders of a month': () =>
      listOrders(app, { search: 'văcăr', list: 'paid', from: '2026-11-01', until: '2026-11-30' }),
    'accounts by the start of a name': () => listUsers(app, { search: 'pop' }),
    'accounts by CUI': () => listUsers(app, { search: String(10_000_000 + Math.round(ORDERS / 2)) }),
    'accounts by the start of a domain that all have': () => listUsers(app, { search: 'fotolot' }),
    'totals of a search': () => readOrderTotals(app, { search: 'pop' }),
  };
}

/** Support's search on a million orders of 200,000 people: median, p95 and p99 of each kind. */
export async function adminSearch(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const database = openDatabase(postgres.url, silent, { answerLimitMs: 0 });
  try {
    await migrateDatabase(database.pool, MIGRATIONS);
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 0');
    await seed(client);
    client.release();
    const app = { db: database.db, now: () => new Date() } as App;
    for (const [name, work] of Object.entries(await buildSearches(database, app)))
      await measure(name, work, { rounds });
    await measure('totals of everything', () => readOrderTotals(app, {}), { rounds, mostMs: 1000 });
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  name: string,
  work: Work,
  { rounds, mostMs = MOST_MS }: { rounds: number; mostMs?: number },
): Promise<void> {
  const times: number[] = [];
  // The first one reads from the disk what the others have in memory.
  for (let round = 0; round <= rounds; round++) {
    const begin = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - begin);
  }
  add({
    measured: `support's search on a million orders, ${name}, median / p95 / p99`,
    ours: percentiles(times),
    other: '–',
    ratios: [],
    goal: `≤ ${mostMs} ms`,
    met: percentile(times, 0.95) <= mostMs,
  });
}
