import { deepEqual, doesNotMatch, match } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { loggedError } from '#server/logged-error.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

test('the log says what PostgreSQL refused, and nothing of the row', async () => {
  await database.pool.query("create table people (email text, hash text check (hash <> 'argon2id$1'))");
  const lines: string[] = [];
  const log = pino({ serializers: { error: loggedError } }, { write: (line) => void lines.push(line) });
  await database.pool
    .query("insert into people values ('ana@fotolot.example', 'argon2id$1')")
    .catch((error: unknown) => log.error({ error }, 'refused'));
  const [line = ''] = lines;
  doesNotMatch(line, /ana@|argon2id/);
  const { code, table, constraint, stack } = JSON.parse(line).error;
  deepEqual([code, table, constraint], ['23514', 'people', 'people_hash_check']);
  match(stack, /violates check constraint/);
});
