import { deepEqual, equal, rejects } from 'node:assert/strict';
import { linkSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Uploads } from '#server/adapters/files/port.ts';
import { uploadsInFolder } from '#server/adapters/files/uploads/folder.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App } from '#server/app.ts';
import { buildJobs } from '#server/jobs.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';
import { removeAllFiles, removeFiles } from '#server/photos/remove-files.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';

const HOUR = 3_600_000;

describe('files without a row', () => {
  let server: TestServer;
  let app: App;
  let uploads: Uploads;
  const inFolder = async (folder: string) =>
    (await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length;
  /** Makes so many, two hours old. */
  const leave = async (folder: string, count: number, prefix = 'img_aa') => {
    const to = join(server.dataDir, folder, 'aa');
    await mkdir(to, { recursive: true });
    const old = new Date(Date.now() - 2 * HOUR);
    const first = join(to, `${prefix}0`);
    await writeFile(first, '');
    await utimes(first, old, old);
    // Other names of one file are as old and quickly made.
    for (let n = 1; n < count; n++) linkSync(first, join(to, `${prefix}${n}`));
  };
  const remove = (options?: { all: boolean }) =>
    removeOrphanFiles(app, uploads, { before: new Date(Date.now() - HOUR), ...options });

  before(async () => {
    server = await testServer();
    ({ app } = server);
    uploads = await uploadsInFolder(join(server.dataDir, 'uploads'), app.files);
    await app.db
      .insertInto('users')
      .values({ id: 'usr_x', email: 'x@fotolot.example', role: 'admin' })
      .execute();
  });
  beforeEach(() => remove({ all: true }));
  after(() => server.close());

  it('are removed past one that cannot be, which is tried again, whether a row noted them or none did', async () => {
    await leave('pictures', 3, 'pic_aa');
    const keys = [0, 1, 2].map((n) => `pictures/pic_aa${n}`);
    const broken = 'pictures/pic_aa0';
    const remove = async (removed: readonly string[]) => {
      if (removed.includes(broken)) throw new Error('a bad place of the disk');
      await app.files.remove(removed);
    };
    const failing: App = { ...app, files: { ...app.files, remove } };
    const { removed } = await removeOrphanFiles(failing, uploads, { before: new Date(Date.now() - HOUR) });
    deepEqual([removed, await inFolder('pictures')], [2, 1]);
    await app.change(({ tx }) => scheduleFileDeletion(tx, keys));
    equal(await removeFiles(failing, uploads), 1);
    const countNoted = async () => (await server.database.pool.query('select from files_to_remove')).rowCount;
    equal(await countNoted(), 1);
    await rejects(removeAllFiles(failing, uploads), /1 files/u);
    await removeAllFiles(app, uploads);
    deepEqual([await countNoted(), await inFolder('pictures')], [0, 0]);
  });

  it('are removed by the daily cleanup up to a hundred, and none of more', async () => {
    await leave('originals', 100);
    deepEqual(await remove(), { removed: 100, held: [] });
    await leave('originals', 101);
    await leave('proxies', 3);
    deepEqual(await remove(), { removed: 3, held: [{ folder: 'originals', orphans: 101, files: 101 }] });
    equal(await inFolder('originals'), 101);
  });

  it('are removed up to one in a hundred of a large folder', async () => {
    await app.db
      .insertInto('photos')
      .values(
        Array.from({ length: 12_000 }, (_, n) => ({
          id: `img_aan${n}`,
          owner_id: 'usr_x',
          name: 'poza',
          bytes: 0,
          state: 'preparing' as const,
        })),
      )
      .execute();
    await leave('originals', 12_000, 'img_aan');
    await leave('originals', 121);
    deepEqual((await remove()).removed, 121);
    await leave('originals', 122);
    deepEqual((await remove()).held, [{ folder: 'originals', orphans: 122, files: 12_122 }]);
    await app.db.deleteFrom('photos').execute();
  });

  it('that are too many are told to the admins once, and go when the operator says so', async () => {
    await leave('originals', 150);
    const { pool } = server.database;
    const mails = async () =>
      (await pool.query("select * from mails where kind = 'books-broken' and address like 'x@%'")).rows;
    const checks = async () =>
      (await pool.query('select violations from verify_results where ended_at is not null')).rows;
    for (const nights of [1, 2]) {
      await buildJobs(app, uploads).sweep.run({});
      await pollUntil(checks, (rows) => rows.length === nights);
      equal((await mails()).length, 1);
    }
    const [{ violations }] = await checks();
    deepEqual(
      violations.filter(({ rule }: { rule: string }) => /the sweep removes/.test(rule)),
      [{ rule: 'no folder has more files without a row than the sweep removes', rows: ['originals'] }],
    );
    deepEqual(await remove({ all: true }), { removed: 150, held: [] });
    deepEqual(
      (await findViolations(app, { orphanGraceMs: 0, deep: false })).filter(({ rule }) => /file/.test(rule)),
      [],
    );
  });
});
