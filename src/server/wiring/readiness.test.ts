import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import { Readiness } from '#server/wiring/readiness.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';

it('asks the database once for all who ask a process at the same time whether it is ready', async () => {
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
  deepEqual(new Set((await Promise.all(asked)).map((missing) => missing.length)), new Set([0]));
  deepEqual(new Set(await Promise.all(areReady)), new Set([true]));
  equal(queries, 1);
  await readiness.listMissing();
  equal(queries, 2);
  await close();
  await database.close();
});
