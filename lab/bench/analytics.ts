import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USER_SORTS } from '#contract/admin/admin-users.ts';
import { addDays, REPORTS } from '#domain/analytics/reports.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { readReport } from '#server/admin/analytics/read-report.ts';
import { sumUpDays } from '#server/admin/analytics/sum-up-days.ts';
import { listUsers } from '#server/admin/users/user-list-view.ts';
import type { App, Changes } from '#server/app.ts';
import { silent } from '../../tools/data-folder.ts';
import { seedAnalytics } from './seed-analytics.ts';
import { SIZE } from './size.ts';
import { add, percentile } from './table.ts';

/** The operator's reports on a million rows of ledger and 10,000 accounts: p95 in milliseconds of each query. */
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
const NO_CHANGES: Changes = { patch: () => {}, document: () => {}, list: () => {}, afterCommit: () => {} };
/** Nine are asked for at once: a page that takes longer feels slow. */
const MOST_MS = 200;
const ROWS = { users: 10_000 * SIZE.share, runs: 400_000 * SIZE.share };

async function analyticsTimes(rounds: number): Promise<{ name: string; p95: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const database = openDatabase(postgres.url, silent, { answerLimitMs: 0 });
  try {
    await migrateDatabase(database.pool, MIGRATIONS);
    await seedAnalytics(database, ROWS);
    const change: App['change'] = (work) =>
      database.db.transaction().execute((tx) => work({ tx, changes: NO_CHANGES, now: new Date() }));
    const app = { db: database.db, change, now: () => new Date() } as App;
    await sumUpDays(app);
    const to = toBucharestDay(app.now());
    const measured: { name: string; p95: number }[] = [];
    const measure = async (name: string, work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const begin = performance.now();
        await work();
        times.push(performance.now() - begin);
      }
      measured.push({ name, p95: percentile(times, 0.95) });
    };
    for (const days of [30, 365])
      for (const report of REPORTS)
        await measure(`${report}, ${days} days`, () =>
          readReport(app, report, { from: addDays(to, 1 - days), to }),
        );
    for (const sort of USER_SORTS) await measure(`users by ${sort}`, () => listUsers(app, { sort }));
    await measure('users, searched', () => listUsers(app, { search: 'tutu 77' }));
    return measured;
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The operator's reports, as rows of the bench's table. */
export async function reports(rounds: number): Promise<void> {
  for (const { name, p95 } of await analyticsTimes(rounds))
    add({
      measured: `report on a million rows of ledger: ${name}, p95`,
      ours: `${p95.toFixed(0)} ms`,
      other: '–',
      ratios: [],
      goal: `≤ ${MOST_MS} ms`,
      met: p95 <= MOST_MS,
    });
}
