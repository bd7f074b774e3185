import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { diskFiles } from '#server/adapters/files/disk.ts';
import { ensurePaired, lookAtPair, makePair } from '#server/admin/pair-installation.ts';
import { readConfig } from '#server/config.ts';
import { type RunningServer, startServer } from '#server/main.ts';
import { keyedHasher } from '#server/secret.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { Client, PASSWORD, pollUntil } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const silent = pino({ level: 'silent' });

describe('a database and the folder of its files', () => {
  let folder: TemporaryFolder;
  /** The database of an installation with an account and a photo. */
  let database: TestDatabase;
  let used: string;
  let running: RunningServer[] = [];
  const start = async (dataDir: string, { url } = database) => {
    const server = await startServer(
      readConfig({
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        LOT_PROCESSES: '1',
        CUTOUT_MODEL: 'off',
        GOOGLE_ISSUER: 'off',
        NETOPIA_MODE: 'off',
        DISK_GUARD: 'off',
      }),
      silent,
    );
    running.push(server);
    return server;
  };
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()));
    running = [];
  };
  let copies = 0;
  const copyOf = async (dataDir: string) => {
    copies += 1;
    const copy = join(folder.path, `copy${copies}`);
    await cp(dataDir, copy, { recursive: true });
    return copy;
  };
  const idIn = async (dataDir: string) =>
    JSON.parse(await readFile(join(dataDir, 'installation.json'), 'utf8')).id;
  const idOf = async ({ pool }: TestDatabase) =>
    (await pool.query('select id from installation')).rows[0]?.id;
  /** As a version before the pairing left it. */
  const forget = async (dataDir: string, { pool }: TestDatabase) => {
    await rm(join(dataDir, 'installation.json'), { force: true });
    await pool.query('delete from installation');
  };
  /** Counts the files in the folder of originals. */
  const originals = async (dataDir: string) =>
    (await readdir(join(dataDir, 'originals'), { recursive: true })).length;

  before(async () => {
    folder = await makeTemporaryFolder();
    database = await testDatabase();
    used = join(folder.path, 'used');
    const { url } = await start(used);
    const client = new Client(url);
    const body = JSON.stringify({ email: 'ana@fotolot.example', password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    await client.fetch('/api/auth/register', { method: 'POST', headers, body });
    await uploadPhotos(client, [1]);
    await stop();
  });
  beforeEach(stop);
  after(async () => {
    await stop();
    await database.close();
    await folder.remove();
  });

  it('that are new become a pair, and stay one', async () => {
    const id = await idIn(used);
    match(id, /^ins_/);
    equal(await idOf(database), id);
    await start(used);
    equal(await idIn(used), id);
    for (const damaged of ['', '{', 'null', '[]']) {
      await stop();
      await writeFile(join(used, 'installation.json'), damaged);
      await start(used);
      equal(await idIn(used), id, damaged);
    }
  });

  it('are used by one server at a time, with a database of one’s own too, and the second touches nothing', async () => {
    await start(used);
    const unfinished = join(used, 'tmp', 'half');
    await writeFile(unfinished, '');
    await rejects(start(used), /Another Fotolot server is already running on the data folder .*DATA_DIR/);
    equal(await readFile(unfinished, 'utf8'), '');
    await stop();
    await start(used);
  });

  it('are refused when the database is empty and the folder is not, before anything is removed', async () => {
    const empty = await testDatabase();
    const before = await originals(used);
    await rejects(
      start(used, empty),
      /The database is empty, but the data folder holds the files .*node tools\/pair\.ts/,
    );
    equal(await originals(used), before);
    ok(before > 0);
    await empty.close();
  });

  it('are refused when the folder is empty and the database is not, also from before they knew each other', async () => {
    const empty = join(folder.path, 'empty');
    await rejects(start(empty), /The data folder is not the one this database was used with/);
    const old = await copyOf(used);
    await forget(old, database);
    await rm(empty, { recursive: true });
    await rejects(start(empty), /The database has accounts, but the data folder holds none of their files/);
    await start(old);
    await stop();
    equal(await idIn(old), await idOf(database));
    await cp(join(old, 'installation.json'), join(used, 'installation.json'));
  });

  it('are refused when they are of different installations, or the secret is another', async () => {
    const other = await testDatabase();
    const foreign = join(folder.path, 'foreign');
    await start(foreign, other);
    await stop();
    await mkdir(join(foreign, 'originals', 'zz'), { recursive: true });
    await writeFile(join(foreign, 'originals', 'zz', 'img_zzz'), '');
    await rejects(start(foreign), /belong to different installations/);
    await rm(join(foreign, 'installation.json'));
    await rejects(start(foreign), /The data folder is not the one this database was used with/);
    const changed = await copyOf(used);
    await writeFile(join(changed, 'secret'), 'x'.repeat(32));
    await rejects(start(changed), /The secret of the data folder is not the one/);
    await forget(foreign, database);
    await rejects(start(foreign), /holds none of their files/);
    await other.close();
  });

  it('from before they knew each other become a pair when they fit, and a lost or damaged note is written again', async () => {
    await forget(used, database);
    await start(used);
    await stop();
    const id = await idOf(database);
    equal(await idIn(used), id);
    await rm(join(used, 'installation.json'));
    await start(used);
    equal(await idIn(used), id);
  });

  it('are refused when every original is gone, with the note and without it, until the operator says so', async () => {
    const bare = await copyOf(used);
    await rm(join(bare, 'originals'), { recursive: true });
    const refusal = /holds no original of any: .*node tools\/pair\.ts --write/;
    await rejects(start(bare), refusal);
    await mkdir(join(bare, 'originals', 'ab'), { recursive: true });
    await rm(join(bare, 'installation.json'));
    await rejects(start(bare), refusal);
    const { app } = await start(used);
    const deps = {
      ...app,
      files: await diskFiles(bare),
      keyedHash: await keyedHasher({ DATA_DIR: bare, SECRET_KEY: null }),
    };
    await makePair(deps, await lookAtPair(deps));
    await stop();
    await start(bare);
    await stop();
    await cp(join(used, 'originals'), join(bare, 'originals'), { recursive: true });
    await start(bare);
    await stop();
    await rm(join(bare, 'originals'), { recursive: true });
    await rejects(start(bare), refusal);
  });

  it('become a pair when the operator says so', async () => {
    const changed = await copyOf(used);
    await writeFile(join(changed, 'secret'), 'y'.repeat(32));
    await writeFile(join(changed, 'installation.json'), JSON.stringify({ id: 'ins_other' }));
    const { app } = await start(used);
    const deps = {
      ...app,
      files: await diskFiles(changed),
      keyedHash: await keyedHasher({ DATA_DIR: changed, SECRET_KEY: null }),
    };
    const pair = await lookAtPair(deps);
    deepEqual(
      [pair.noteId, pair.hasUsers, pair.hasFiles, pair.named, pair.present],
      ['ins_other', true, true, 1, 1],
    );
    await stop();
    const again = await testDatabase();
    await makePair({ ...deps, db: again.db }, pair);
    equal(await idIn(changed), pair.row?.id);
    equal(await idOf(again), pair.row?.id);
    await again.close();
  });

  it('become one pair when two processes start at once on both, empty', async () => {
    const empty = await testDatabase();
    const dataDir = join(folder.path, 'together');
    await mkdir(dataDir);
    const files = await diskFiles(dataDir);
    const keyedHash = await keyedHasher({ DATA_DIR: dataDir, SECRET_KEY: null });
    const pairWith = (own: Partial<typeof files>, id: string) =>
      ensurePaired(
        { db: empty.db, keyedHash, files: { ...files, ...own }, newId: () => id },
        { hadSecret: false },
      );
    const isHeldUp = async () => (await empty.pool.query(HELD_UP)).rowCount !== 0;
    const wait = (isMet: () => boolean | Promise<boolean>) => pollUntil(async () => isMet(), Boolean);
    const second = { looks: false, isDone: false };
    const overtake = async () => {
      await pairWith(
        {
          list: async function* (prefix) {
            second.looks = true;
            await wait(async () => (await idOf(empty)) !== undefined);
            yield* files.list(prefix);
          },
        },
        'ins_second',
      );
      second.isDone = true;
    };
    let overtaking: Promise<void> | undefined;
    // Is overtaken wherever nothing holds the second one up.
    await pairWith(
      {
        list: async function* (prefix) {
          overtaking ??= overtake();
          await wait(async () => second.looks || (await isHeldUp()));
          yield* files.list(prefix);
        },
        keep: async (path, key) => {
          await wait(async () => second.isDone || (await isHeldUp()));
          await files.keep(path, key);
        },
      },
      'ins_first',
    );
    await overtaking;
    equal(await idIn(dataDir), await idOf(empty));
    await empty.close();
  });
});

const HELD_UP = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;
