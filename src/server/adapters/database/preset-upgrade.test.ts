import assert from 'node:assert/strict';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { migrateDatabase } from './migrate.ts';

const ALL = join(import.meta.dirname, 'migrations');
const SHAPES = '0066-shapes-that-places-take.sql';

describe('presets after the upgrade that says which shapes a place takes', () => {
  let home: TestDatabase;
  let pool: pg.Pool;
  let folder: TemporaryFolder;
  before(async () => {
    [home, folder] = await Promise.all([testDatabase(), makeTemporaryFolder()]);
    await home.pool.query('CREATE DATABASE upgraded_presets');
    const url = new URL(home.url);
    url.pathname = '/upgraded_presets';
    pool = new pg.Pool({ connectionString: url.href });
    for (const name of (await readdir(ALL)).filter((each) => each < SHAPES))
      await copyFile(join(ALL, name), join(folder.path, name));
    await migrateDatabase(pool, folder.path);
    // An admin's own Vinted, and an Autovit that is planned.
    await pool.query(`insert into presets select key, case key when 'vinted' then timestamptz '2026-03-01' else now() + interval '9 days' end,
      position, label, overlays, renditions, source, source_url, verified, rules, withdrawn, 'usr_admin'
      from presets where key in ('vinted', 'autovit')`);
    await copyFile(join(ALL, SHAPES), join(folder.path, SHAPES));
    await migrateDatabase(pool, folder.path);
  });
  after(async () => {
    await pool.end();
    await home.pool.query('DROP DATABASE upgraded_presets');
    await home.close();
    await folder.remove();
  });

  const versions = async (key: string) =>
    (
      await pool.query(
        `select added_by, renditions -> 0 -> 'aspects' as aspects, rules -> 'shapes' ->> 'source' as source
         from presets where key = $1 order by valid_from`,
        [key],
      )
    ).rows;

  test('a shipped one has a new version with its shapes and their source, and keeps the old one', async () => {
    const [old, now, ...more] = await versions('storia-imobiliare');
    assert.deepEqual([old.aspects, now.aspects, more], [null, { least: 0.25, most: 4 }, []]);
    assert.match(now.source, /^nepublicat/);
    assert.deepEqual((await versions('instagram-story'))[1].aspects, { least: 0.5625, most: 0.5625 });
    assert.equal((await versions('olx')).length, 1);
  });

  test('one that an admin has edited, or planned, is left as it is', async () => {
    for (const key of ['vinted', 'autovit']) {
      const all = await versions(key);
      assert.deepEqual(
        all.map(({ aspects }) => aspects),
        [null, null],
        key,
      );
      assert.equal(all[1].added_by, 'usr_admin');
    }
  });
});
