import { deepEqual, doesNotMatch, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { failuresIn, loggedError } from '#server/logged-error.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';

let database: TestDatabase;
describe('errors in the log', () => {
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.close());

  test('name what PostgreSQL refused, and nothing of the row', async () => {
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

  test('include thrown values that are no errors', () => {
    const lines: string[] = [];
    const log = pino({ serializers: { error: loggedError } }, { write: (line) => void lines.push(line) });
    log.warn({ error: 'image process killed: memory' }, 'model gave up');
    deepEqual(JSON.parse(lines[0] ?? '').error, { message: 'image process killed: memory' });
  });

  test('name each failure of a server that stops, whose other parts stop all the same', async () => {
    const stopped: string[] = [];
    const started = new AsyncDisposableStack();
    for (const name of ['database', 'queue', 'web'])
      started.defer(() => {
        stopped.push(name);
        if (name !== 'queue') throw new Error(name);
      });
    const failure = await started.disposeAsync().catch((error: unknown) => error);
    deepEqual(stopped, ['web', 'queue', 'database']);
    deepEqual(
      failuresIn(failure).map((error) => (error as Error).message),
      ['web', 'database'],
    );
  });
});
