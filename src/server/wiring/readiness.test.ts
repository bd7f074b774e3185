import { equal } from 'node:assert/strict';
import { it } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import { Readiness } from '#server/wiring/readiness.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { pollUntil } from '#testing/server.ts';

it('a process asks the database once for all who ask at the same time whether it is ready', async () => {
  const database = await testDatabase();
  const { app, close } = await testApp();
  let queries = 0;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: () => {
      queries += 1;
    },
  });
  const readiness = new Readiness({ ...app, db }, { isBucket: false, isWorker: false });
  readiness.phase = 'serving';
  const asked = Array.from({ length: 500 }, () => readiness.listMissing());
  const areReady = Array.from({ length: 500 }, () => readiness.isReady());
  // On a busy machine the one answer may be late: then all hear so.
  equal(new Set((await Promise.all(asked)).map((missing) => missing.length)).size, 1);
  equal(new Set(await Promise.all(areReady)).size, 1);
  const countQueries = async () => queries;
  equal(await pollUntil(countQueries, (count) => count > 0), 1);
  await readiness.listMissing();
  equal(await pollUntil(countQueries, (count) => count > 1), 2);
  await close();
  await database.close();
});
