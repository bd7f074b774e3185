import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { migrate } from './migrate.ts';

describe('migrations', () => {
  let home: TestDatabase;
  let pool: pg.Pool;
  let folder: TemporaryFolder;
  const write = (name: string, sql: string) => writeFile(join(folder.path, name), sql);

  before(async () => {
    home = await testDatabase();
    folder = await makeTemporaryFolder();
    await home.pool.query('CREATE DATABASE migrations_here');
    const url = new URL(home.url);
    url.pathname = '/migrations_here';
    pool = new pg.Pool({ connectionString: url.href });
  });
  after(async () => {
    await pool.end();
    // Without FORCE: a pool's last connections are still closing, and PostgreSQL waits for them.
    await home.pool.query('DROP DATABASE migrations_here');
    await home.close();
    await folder.remove();
  });
  beforeEach(async () => {
    await folder.remove();
    folder = await makeTemporaryFolder();
    await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await write('0001-cars.sql', 'CREATE TABLE cars (id int); INSERT INTO cars VALUES (1);');
  });

  it('applies each file once, in the order of the numbers, and remembers it', async () => {
    await write('0002-wheels.sql', 'ALTER TABLE cars ADD wheels int NOT NULL DEFAULT 4');
    assert.deepEqual(await migrate(pool, folder.path), ['0001-cars.sql', '0002-wheels.sql']);
    assert.deepEqual(await migrate(pool, folder.path), []);
    await write('0003-doors.sql', 'ALTER TABLE cars ADD doors int');
    assert.deepEqual(await migrate(pool, folder.path), ['0003-doors.sql']);
    assert.deepEqual((await pool.query('SELECT * FROM cars')).rows, [{ id: 1, wheels: 4, doors: null }]);
  });

  it('lets servers that start together apply each file once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, folder.path)));
    assert.deepEqual(applied.flat(), ['0001-cars.sql']);
    assert.equal((await pool.query('SELECT * FROM cars')).rowCount, 1);
  });

  it('leaves nothing of a file that fails, names it, and can go on once it is mended', async () => {
    await write('0002-broken.sql', 'CREATE TABLE vans (id int); SELECT nonsense');
    await assert.rejects(migrate(pool, folder.path), /0002-broken\.sql failed: column "nonsense"/);
    assert.equal((await pool.query("SELECT to_regclass('vans') AS found")).rows[0].found, null);
    await write('0002-broken.sql', 'CREATE TABLE vans (id int)');
    assert.deepEqual(await migrate(pool, folder.path), ['0002-broken.sql']);
  });

  it('refuses a file changed after it was applied, but not other line ends', async () => {
    await write('0001-cars.sql', 'CREATE TABLE cars (\n id int)');
    await migrate(pool, folder.path);
    await write('0001-cars.sql', 'CREATE TABLE cars (\r\n id int)');
    assert.deepEqual(await migrate(pool, folder.path), []);
    await write('0001-cars.sql', 'CREATE TABLE cars (id bigint)');
    await assert.rejects(migrate(pool, folder.path), /0001-cars\.sql was changed after/);
  });

  it('refuses a database newer than the code', async () => {
    await write('0002-wheels.sql', 'ALTER TABLE cars ADD wheels int');
    await migrate(pool, folder.path);
    await rm(join(folder.path, '0002-wheels.sql'));
    await assert.rejects(
      migrate(pool, folder.path),
      /newer than this code: it has the migration 0002-wheels\.sql/,
    );
  });

  it('refuses a number below one already applied, a number used twice, and other names', async () => {
    await write('0003-doors.sql', 'ALTER TABLE cars ADD doors int');
    await migrate(pool, folder.path);
    await write('0002-wheels.sql', 'ALTER TABLE cars ADD wheels int');
    await assert.rejects(migrate(pool, folder.path), /0002-wheels\.sql is missing in the database/);
    await write('0002-again.sql', 'SELECT 1');
    await assert.rejects(migrate(pool, folder.path), /Two migrations have the number 0002/);
    await rm(join(folder.path, '0002-again.sql'));
    await write('9-x.sql', 'SELECT 1');
    await assert.rejects(migrate(pool, folder.path), /9-x\.sql is not named/);
  });
});
