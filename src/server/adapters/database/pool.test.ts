import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { type Database, openDatabase } from './pool.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

describe('the database pool', () => {
  let home: TestDatabase;
  let database: Database;
  const warnings: string[] = [];
  const log = {
    info: () => {},
    warn: (_: object, message: string) => void warnings.push(message),
    error: () => {},
  };

  before(async () => {
    home = await testDatabase();
    database = openDatabase(home.url, log);
  });
  after(async () => {
    await database.close();
    await home.close();
  });

  it('gives counts and bani as numbers, through pg and through Kysely', async () => {
    const text =
      "SELECT 12345678901::int8 AS bani, count(*) AS n, '9007199254740993'::text AS t FROM (VALUES (1), (2)) AS v";
    const expected = [{ bani: 12345678901, n: 2, t: '9007199254740993' }];
    assert.deepEqual((await database.pool.query(text)).rows, expected);
    assert.deepEqual((await sql.raw(text).execute(database.db)).rows, expected);
  });

  it('limits every statement and every forgotten transaction to 30 seconds', async () => {
    const { rows } = await database.pool.query(
      "SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle",
    );
    assert.deepEqual(rows, [{ statement: '30s', idle: '30s' }]);
  });

  it('checks idle connections, and gives up a query without a response', () => {
    const { keepAlive, keepAliveInitialDelayMillis, query_timeout } = database.pool.options;
    assert.deepEqual([keepAlive, keepAliveInitialDelayMillis, query_timeout], [true, 10_000, 35_000]);
  });

  for (const isPooled of [false, true])
    it(`closes a connection without a response: nothing waits behind that query, with ${isPooled ? 'a' : 'no'} pooler`, async () => {
      const one = openDatabase(home.url, quiet, { answerLimitMs: 500, most: 1, isPooled });
      await assert.rejects(sql.raw('SELECT pg_sleep(60)').execute(one.db), /timeout/);
      assert.deepEqual((await sql.raw('SELECT 1 AS n').execute(one.db)).rows, [{ n: 1 }]);
      await one.close();
    });

  it('has a frequent statement planned once, but none whose text changes with the length of a list', async () => {
    const often = 'SELECT count(*) FROM photos WHERE owner_id = $1 /* often */';
    const lists = 'SELECT count(*) FROM photos WHERE id IN ($1, $2) /* of two */';
    const client = await database.pool.connect();
    for (let n = 0; n < 6; n++) {
      await client.query(often, ['usr_a']);
      await client.query(lists, ['img_a', 'img_b']);
    }
    const { rows } = await client.query("SELECT statement FROM pg_prepared_statements WHERE name <> ''");
    client.release();
    assert.deepEqual(rows, [{ statement: often }]);
  });

  it('goes on when a table got another column under a statement that was planned', async () => {
    await database.pool.query('CREATE TABLE grows (id int); INSERT INTO grows VALUES (1)');
    const client = await database.pool.connect();
    const ask = async () => (await client.query('SELECT * FROM grows WHERE id = $1', [1])).rows;
    for (let n = 0; n < 6; n++) assert.deepEqual(await ask(), [{ id: 1 }]);
    await client.query('ALTER TABLE grows ADD name text');
    await assert.rejects(ask(), { code: '0A000' });
    assert.deepEqual(await ask(), [{ id: 1, name: null }]);
    client.release();
  });

  it('survives the cut of its idle connections and tells the log', async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    client.release();
    const cut = once(database.pool, 'error');
    await home.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await cut;
    assert.deepEqual(warnings, ['a database connection was cut']);
    assert.deepEqual((await database.pool.query('SELECT 1 AS n')).rows, [{ n: 1 }]);
  });

  it('survives the cut of a connection in the middle of a transaction', async () => {
    const work = database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      // The client must learn of the cut before its next statement.
      const cut = new Promise((reported) => {
        log.warn = (_, message) => void reported(message);
      });
      await home.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      assert.equal(await cut, 'a database connection was cut');
      await sql`SELECT 1`.execute(tx);
    });
    await assert.rejects(work);
    assert.deepEqual((await database.pool.query('SELECT 1 AS n')).rows, [{ n: 1 }]);
  });
});
