import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { migrateDatabase } from './migrate.ts';
import { endProcess, renewProcess, type ThisProcess, unbearableFor } from './processes.ts';

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
    assert.deepEqual(await migrateDatabase(pool, folder.path), ['0001-cars.sql', '0002-wheels.sql']);
    assert.deepEqual(await migrateDatabase(pool, folder.path), []);
    await write('0003-doors.sql', 'ALTER TABLE cars ADD doors int');
    assert.deepEqual(await migrateDatabase(pool, folder.path), ['0003-doors.sql']);
    assert.deepEqual((await pool.query('SELECT * FROM cars')).rows, [{ id: 1, wheels: 4, doors: null }]);
  });

  it('lets servers that start together apply each file once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(pool, folder.path)));
    assert.deepEqual(applied.flat(), ['0001-cars.sql']);
    assert.equal((await pool.query('SELECT * FROM cars')).rowCount, 1);
  });

  it('leaves nothing of a file that fails, names it, and can go on once it is mended', async () => {
    await write('0002-broken.sql', 'CREATE TABLE vans (id int); SELECT nonsense');
    await assert.rejects(migrateDatabase(pool, folder.path), /0002-broken\.sql failed: column "nonsense"/);
    assert.equal((await pool.query("SELECT to_regclass('vans') AS found")).rows[0].found, null);
    await write('0002-broken.sql', 'CREATE TABLE vans (id int)');
    assert.deepEqual(await migrateDatabase(pool, folder.path), ['0002-broken.sql']);
  });

  it('refuses a file changed after it was applied, but not other line ends', async () => {
    await write('0001-cars.sql', 'CREATE TABLE cars (\n id int)');
    await migrateDatabase(pool, folder.path);
    await write('0001-cars.sql', 'CREATE TABLE cars (\r\n id int)');
    assert.deepEqual(await migrateDatabase(pool, folder.path), []);
    await write('0001-cars.sql', 'CREATE TABLE cars (id bigint)');
    await assert.rejects(migrateDatabase(pool, folder.path), /0001-cars\.sql was changed after/);
  });

  it('refuses a database newer than the code', async () => {
    await write('0002-wheels.sql', 'ALTER TABLE cars ADD wheels int');
    await migrateDatabase(pool, folder.path);
    await rm(join(folder.path, '0002-wheels.sql'));
    await assert.rejects(
      migrateDatabase(pool, folder.path),
      /newer than this code: it has the migration 0002-wheels\.sql/,
    );
  });

  it('refuses a number below one already applied, a number used twice, and other names', async () => {
    await write('0003-doors.sql', 'ALTER TABLE cars ADD doors int');
    await migrateDatabase(pool, folder.path);
    await write('0002-wheels.sql', 'ALTER TABLE cars ADD wheels int');
    await assert.rejects(migrateDatabase(pool, folder.path), /0002-wheels\.sql is missing in the database/);
    await write('0002-again.sql', 'SELECT 1');
    await assert.rejects(migrateDatabase(pool, folder.path), /Two migrations have the number 0002/);
    await rm(join(folder.path, '0002-again.sql'));
    await write('9-x.sql', 'SELECT 1');
    await assert.rejects(migrateDatabase(pool, folder.path), /9-x\.sql is not named/);
  });

  describe('beside processes with older code', () => {
    const PROCESSES =
      'CREATE TABLE processes (id text PRIMARY KEY, role text, build text, migration text, seen_at timestamptz DEFAULT now())';
    const old: ThisProcess = { id: 'prc_old', role: 'worker', build: null, isAlone: false };
    const ours: ThisProcess = { ...old, id: 'prc_new' };
    const DROP = '-- contract: needs code from 0102\nALTER TABLE cars DROP id';
    const live = async () =>
      (await pool.query('SELECT id, migration FROM processes ORDER BY id')).rows.map((row) =>
        Object.values(row),
      );

    beforeEach(() => write('0101-processes.sql', PROCESSES));

    it('lets old code start again on a database that newer code has expanded, by one or by several steps', async () => {
      await migrateDatabase(pool, folder.path);
      await write('0102-wheels.sql', 'ALTER TABLE cars ADD wheels int');
      await write('0103-doors.sql', 'ALTER TABLE cars ADD doors int');
      await migrateDatabase(pool, folder.path);
      await rm(join(folder.path, '0103-doors.sql'));
      assert.deepEqual(await migrateDatabase(pool, folder.path), []);
      await rm(join(folder.path, '0102-wheels.sql'));
      assert.deepEqual(await migrateDatabase(pool, folder.path, old), []);
      assert.deepEqual(await live(), [['prc_old', '0101']]);
      await write('0102-roof.sql', 'ALTER TABLE cars ADD roof int');
      await assert.rejects(migrateDatabase(pool, folder.path), /0102-roof\.sql is missing in the database/);
    });

    it('refuses old code once a migration has taken something away from it', async () => {
      await write('0102-wheels.sql', 'ALTER TABLE cars ADD wheels int');
      await write('0103-no-id.sql', DROP);
      await migrateDatabase(pool, folder.path);
      await rm(join(folder.path, '0103-no-id.sql'));
      assert.deepEqual(await migrateDatabase(pool, folder.path), []);
      await rm(join(folder.path, '0102-wheels.sql'));
      await assert.rejects(migrateDatabase(pool, folder.path), /0103-no-id\.sql, which the code lacks/);
      assert.equal(await unbearableFor(pool as never, '0101'), '0103-no-id.sql');
      assert.equal(await unbearableFor(pool as never, '0102'), null);
    });

    it('takes nothing away while one lives that needs it, and does so when the last one is gone', async () => {
      await migrateDatabase(pool, folder.path, old);
      await write('0102-wheels.sql', 'ALTER TABLE cars ADD wheels int');
      await write('0103-no-id.sql', DROP);
      const heart = setInterval(() => void renewProcess(pool as never, old, '0101'), 50);
      await assert.rejects(
        migrateDatabase(pool, folder.path, ours),
        /0103-no-id\.sql is not applied while processes live whose code is older than 0102/,
      );
      clearInterval(heart);
      assert.deepEqual((await pool.query('SELECT * FROM cars')).rows, [{ id: 1, wheels: null }]);
      await endProcess(pool as never, old.id);
      assert.deepEqual(await migrateDatabase(pool, folder.path, ours), ['0103-no-id.sql']);
      assert.deepEqual(await live(), [['prc_new', '0103']]);
    });

    it('waits for a process no longer than a minute: the row of a process that was killed is not renewed', async () => {
      await migrateDatabase(pool, folder.path, old);
      await pool.query("UPDATE processes SET seen_at = now() - interval '58 seconds'");
      await write('0102-wheels.sql', 'ALTER TABLE cars ADD wheels int');
      await write('0103-no-id.sql', DROP);
      assert.equal((await migrateDatabase(pool, folder.path, ours)).length, 2);
      assert.deepEqual(await live(), [['prc_new', '0103']]);
    });

    it('heeds no rows where no other process can be', async () => {
      await migrateDatabase(pool, folder.path, old);
      await write('0102-no-id.sql', DROP);
      assert.equal((await migrateDatabase(pool, folder.path, { ...ours, isAlone: true })).length, 1);
      assert.deepEqual(await live(), [['prc_new', '0102']]);
    });
  });

  describe('beside requests', () => {
    /** Begins a transaction that has read a table, as a long report does. */
    const reader = async (table: string) => {
      const client = await pool.connect();
      await client.query(`BEGIN; SELECT * FROM ${table}`);
      return {
        end: async () => {
          await client.query('COMMIT');
          client.release();
        },
      };
    };
    /** Until the migration waits for a lock, or so many others wait for the migration. */
    const waiting = async (count: number) => {
      for (let n = 0; n < count; ) {
        const { rows } = await pool.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        n = rows[0].n;
      }
    };

    it('lets those through who come while a reader holds the table, and is done once the reader is', async () => {
      await write('0002-vans.sql', 'CREATE TABLE vans (id int)');
      await migrateDatabase(pool, folder.path);
      await write('0003-wheels.sql', 'ALTER TABLE cars ADD wheels int');
      const long = await reader('cars');
      let isDone = false;
      const migrating = migrateDatabase(pool, folder.path).then((applied) => {
        isDone = true;
        return applied;
      });
      await waiting(1);
      // They queue behind the migration, which gives up its place.
      await Promise.all([1, 2, 3].map(() => pool.query('SELECT id FROM cars')));
      assert.equal(isDone, false);
      await long.end();
      assert.deepEqual(await migrating, ['0003-wheels.sql']);
    });

    it('lets go of what it holds already while it waits for more, and of what it works at for long', async () => {
      await write(
        '0002-vans.sql',
        'CREATE TABLE vans (id int); CREATE TABLE tries (id int); CREATE SEQUENCE nth',
      );
      await migrateDatabase(pool, folder.path);
      // Its first try is slow with both tables in hand; nothing of it is left.
      await write(
        '0003-wheels.sql',
        `ALTER TABLE cars ADD wheels int; ALTER TABLE vans ADD wheels int;
         INSERT INTO tries VALUES (1); SELECT pg_sleep(CASE WHEN nextval('nth') = 1 THEN 600 ELSE 0 END)`,
      );
      const migrating = migrateDatabase(pool, folder.path);
      for (let seen = false; !seen; )
        seen =
          (
            await pool.query(
              "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
            )
          ).rowCount === 1;
      await pool.query('SELECT id FROM cars');
      assert.deepEqual(await migrating, ['0003-wheels.sql']);
      assert.equal((await pool.query('SELECT * FROM tries')).rowCount, 1);
    });

    it('builds an index without a lock, also when servers start together, and anew after a try that broke off', async () => {
      await write(
        '0002-index.sql',
        '-- concurrently\nDROP INDEX CONCURRENTLY IF EXISTS cars_id;\nCREATE INDEX CONCURRENTLY cars_id ON cars (id);\n',
      );
      await migrateDatabase(pool, folder.path).catch(() => {});
      await pool.query("DELETE FROM migrations WHERE name = '0002-index.sql'");
      await pool.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'cars_id'::regclass");
      const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(pool, folder.path)));
      assert.deepEqual(applied.flat(), ['0002-index.sql']);
      const { rows } = await pool.query(
        "SELECT indisvalid FROM pg_index WHERE indexrelid = 'cars_id'::regclass",
      );
      assert.deepEqual(rows, [{ indisvalid: true }]);
    });
  });
});
