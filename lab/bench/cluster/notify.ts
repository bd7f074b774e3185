import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import { startHub } from '#server/adapters/live/hub.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { SIZE } from '../size.ts';
import { add } from '../table.ts';

const PROCESSES = 3;
const CONNECTIONS = 8;
const USERS = 200;
const PER_SECOND = 2000;
const SECONDS = 20 * SIZE.share;
const MOST_WAIT_MS = 50;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Two thousand changes a second by three processes' parts: how long a NOTIFY waits for the lock that they all share. */
export async function notifiedChanges(): Promise<void> {
  const t = await testApp();
  await measure(t).finally(() => t.close());
}

async function measure(t: TestApp): Promise<void> {
  const users: string[] = [];
  for (let n = 0; n < USERS; n++) users.push((await t.newUser()).id);
  const parts = await Promise.all(Array.from({ length: PROCESSES }, () => part(t)));
  let open = 0;
  let made = 0;
  let isOver = false;
  const longest = watchLock(t, () => isOver);
  const begun = performance.now();
  const passed = () => performance.now() - begun;
  for (let n = 0; passed() < SECONDS * 1000; ) {
    // As many as are due, unless the processes cannot follow.
    for (; n < (passed() * PER_SECOND) / 1000 && open < 500; n++) {
      open += 1;
      const user = users[n % USERS] ?? '';
      const { change } = parts[n % PROCESSES] as Part;
      void change(async ({ changes }) => changes.list(user, 'gallery')).then(() => {
        open -= 1;
        made += 1;
      });
    }
    await wait(2);
  }
  const perSecond = made / (passed() / 1000);
  isOver = true;
  const most = await longest;
  while (open > 0) await wait(10);
  for (const { close } of parts) await close();
  add({
    measured: `longest wait of a NOTIFY for the lock of all of them, ms; ${PROCESSES} processes' parts, ${perSecond.toFixed(0)} changes a second of ${PER_SECOND} asked for`,
    ours: most.toFixed(0),
    other: String(MOST_WAIT_MS),
    ratios: [most / MOST_WAIT_MS],
    goal: '≤ 1',
    met: most <= MOST_WAIT_MS && perSecond >= PER_SECOND * 0.98,
  });
}

type Part = Awaited<ReturnType<typeof part>>;

/** What a process has of its own: connections, an announcer, an ear. */
async function part(t: TestApp) {
  const { db, close } = openDatabase(t.databaseUrl, silent, { most: CONNECTIONS });
  const hub = await startHub(t.databaseUrl, db, silent);
  return {
    change: createTransactionRunner(db, { now: t.app.now, log: silent, notify: hub.notify }),
    close: async () => {
      await hub.close();
      await close();
    },
  };
}

/** The longest, in milliseconds, that a transaction was seen waiting for the lock that commits with a NOTIFY take. */
async function watchLock(t: TestApp, isOver: () => boolean): Promise<number> {
  const { db, close } = openDatabase(t.databaseUrl, silent, { most: 1 });
  let longest = 0;
  while (!isOver()) {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp() - state_change)::float8 * 1000 as ms from pg_stat_activity
      where wait_event_type = 'Lock' and wait_event = 'object'`.execute(db);
    longest = Math.max(longest, ...rows.map(({ ms }) => ms));
    await wait(5);
  }
  await close();
  return longest;
}
