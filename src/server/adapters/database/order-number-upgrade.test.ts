import { deepEqual, equal, rejects } from 'node:assert/strict';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { readOrderNumber } from '#domain/payments/search/order-number.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { migrateDatabase } from './migrate.ts';

const ALL = join(import.meta.dirname, 'migrations');
const [COLUMN, NUMBERS] = ['0102-finding-orders.sql', '0103-numbers-and-words.sql'];
/** As the version before writes them: without a number. */
const INSERT = `insert into orders (id, user_id, kind, item, name, credits, amount_bani, mode, state)
  select 'ord_' || $1::text || lpad(n::text, 20, '0'), 'usr_1', 'package', 'p', 'Starter 10', 10, 5000, 'simulator', 'created'
  from generate_series(1, $2::int) n`;

describe('orders after the upgrade that gives them numbers', () => {
  let home: TestDatabase;
  let pool: pg.Pool;
  let folder: TemporaryFolder;
  before(async () => {
    [home, folder] = await Promise.all([testDatabase(), makeTemporaryFolder()]);
    await home.pool.query('CREATE DATABASE upgraded_orders');
    const url = new URL(home.url);
    url.pathname = '/upgraded_orders';
    pool = new pg.Pool({ connectionString: url.href });
    for (const name of (await readdir(ALL)).filter((each) => each < COLUMN))
      await copyFile(join(ALL, name), join(folder.path, name));
    await migrateDatabase(pool, folder.path);
    await pool.query("insert into users (id, email) values ('usr_1', 'ana@example.ro')");
    await pool.query(INSERT, ['old', 2100]);
    for (const name of [COLUMN, NUMBERS]) await copyFile(join(ALL, name), join(folder.path, name));
    await migrateDatabase(pool, folder.path);
  });
  after(async () => {
    await pool.end();
    await home.pool.query('DROP DATABASE upgraded_orders');
    await home.close();
    await folder.remove();
  });

  const numbers = async (like: string): Promise<string[]> =>
    (await pool.query('select number from orders where id like $1', [`ord_${like}%`])).rows.map(
      ({ number }) => number,
    );

  it('all have one of their own that the page reads, those of the version before that still runs too', async () => {
    await pool.query(INSERT, ['new', 200]);
    const all = [...(await numbers('old')), ...(await numbers('new'))];
    equal(all.length, 2300);
    equal(new Set(all).size, 2300);
    deepEqual(
      all.filter((number) => readOrderNumber(number) !== number),
      [],
    );
  });

  it('keep it when the upgrade was interrupted and runs again', async () => {
    const before = await numbers('old');
    await pool.query('delete from migrations where name = $1', [NUMBERS]);
    await migrateDatabase(pool, folder.path);
    deepEqual(await numbers('old'), before);
  });

  it('never share one', async () => {
    await rejects(
      pool.query("update orders set number = (select min(number) from orders) where id like 'ord_old%'"),
      /orders_number/,
    );
  });
});
