import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import type { App } from '#server/app.ts';
import { claimPhoto } from '#server/batches/runs/claim-store.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { createDoor, delayChunksBy } from '#testing/requests/door.ts';
import { SIZE } from '../size.ts';
import { add, two } from '../table.ts';

const CONNECTIONS = 8;
const ROUND_TRIP_MS = 1;
const OWNERS = 100 * SIZE.share;
const PHOTOS_OF_EACH = 20;
const GOAL = 600;
/** How long a photo is in work at least. */
const WORK_MS = 100;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Claims of photos per second by workers on eight connections, each a millisecond away from the database. */
export async function claimsPerSecond(rounds: number): Promise<void> {
  const t = await testApp();
  await measure(t, rounds).finally(() => t.close());
}

async function measure(t: TestApp, rounds: number): Promise<void> {
  await fill(t);
  const way = await createDoor(new URL(t.databaseUrl), delayChunksBy(ROUND_TRIP_MS));
  const far = openDatabase(way.url, silent, { most: CONNECTIONS });
  const app: App = {
    ...t.app,
    db: far.db,
    change: createTransactionRunner(far.db, { now: t.app.now, log: silent, notify: async () => {} }),
  };
  const alone = (token: string) => sql`select * from claim_photo(${token}, 30)`.execute(far.db);
  const perSecond = { alone: [] as number[], whole: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    perSecond.alone.push(await rate(t, async () => (await alone(t.app.newId('lea'))).rows.length > 0));
    await waitAgain(t);
    perSecond.whole.push(await rate(t, async () => (await claimPhoto(app)) !== null));
    await waitAgain(t);
  }
  await far.close();
  way.close();
  for (const [what, rates] of Object.entries(perSecond))
    add({
      measured: `claims a second, ${what === 'alone' ? 'the statement alone' : 'with the event that its page sees'}; ${CONNECTIONS} connections, ${ROUND_TRIP_MS} ms away, ${OWNERS} owners`,
      ours: rates.map(two).join(' / '),
      other: String(GOAL),
      ratios: rates.map((each) => each / GOAL),
      goal: '≥ 1',
      met: Math.min(...rates) >= GOAL,
    });
}

/** As many lots as owners, all of which wait; four photos of each at once. */
async function fill(t: TestApp): Promise<void> {
  for (let n = 0; n < OWNERS; n++) {
    const user = await t.newUser();
    const batch = await t.newBatch(user, PHOTOS_OF_EACH);
    await startBatch(t.app, user, { ...batch, cost: 1, idempotencyKey: t.app.newId('key') });
  }
  await sql`update runs set photos_at_once = 4`.execute(t.app.db);
}

async function waitAgain(t: TestApp): Promise<void> {
  await sql`update run_photos set state = 'waiting', lease_token = null, lease_until = null, finished_at = null`.execute(
    t.app.db,
  );
  await sql`vacuum analyze`.execute(t.app.db);
}

/** What is claimed is done a moment later, as where the images are made elsewhere. */
async function rate(t: TestApp, claim: () => Promise<boolean>): Promise<number> {
  let claims = 0;
  let isOver = false;
  const finishing = (async () => {
    for (; !isOver; await wait(WORK_MS / 2))
      await sql`update run_photos set state = 'done', lease_token = null, lease_until = null, finished_at = now()
        where state = 'working' and lease_until < now() + make_interval(secs => 30 - ${WORK_MS / 1000}::float8)`.execute(
        t.app.db,
      );
  })();
  const begun = performance.now();
  const hand = async () => {
    while (claims < 0.9 * OWNERS * PHOTOS_OF_EACH) if (await claim()) claims += 1;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, hand));
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  await finishing;
  return claims / seconds;
}
