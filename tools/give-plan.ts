import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readPlan } from '#domain/plans/plan.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { transactions } from '#server/adapters/live/changes.ts';
import { givePlan } from '#server/admin/give-plan.ts';
import { readConfig } from '#server/config.ts';
import { databaseOf, silent } from './data-folder.ts';

/** node tools/give-plan.ts EMAIL [--plan dealer] [--credits 200]: by the operator's hand, beside a running server or without one. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plan: { type: 'string', default: 'free' }, credits: { type: 'string', default: '0' } },
});
const [email = ''] = positionals;
const { DATA_DIR, DATABASE_URL } = readConfig();
const { url, stop } = await databaseOf(DATA_DIR, DATABASE_URL);
const { db, pool, close } = openDatabase(url, silent);
const notify = async (users: string[]) => {
  await pool.query("select pg_notify('fotolot', $1)", [JSON.stringify({ kind: 'change', users })]);
};
const outcome = await givePlan(
  {
    db,
    change: transactions(db, notify, silent),
    now: () => new Date(),
    newId: (prefix) => `${prefix}_${randomBytes(13).toString('hex')}`,
  },
  { email, plan: readPlan(values.plan), credits: Number(values.credits) },
);
await close();
await stop();
console.log(`${email}: ${outcome}`);
process.exitCode = outcome === 'given' ? 0 : 1;
