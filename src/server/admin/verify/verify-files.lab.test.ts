import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Files } from '#server/adapters/files/port.ts';
import { s3Files } from '#server/adapters/files/s3.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const PHOTOS = 1000;
const CONTENT = Buffer.from('a picture');
const HOLDS = { deep: false, orphanGraceMs: 0 };

describe('the check of 3,000 files', () => {
  let t: TestApp;
  let store: S3Store;
  let folder: { path: string; remove(): Promise<void> };
  let bucket: Files & { close(): void };
  let ids: string[];

  before(async () => {
    t = await testApp();
    folder = await makeTemporaryFolder();
    store = await s3Store();
    bucket = await s3Files({
      address: store.address,
      scratchFolder: join(folder.path, 'scratch'),
      scratchBytes: 0,
    });
    const user = await t.newUser();
    const lots = [];
    for (let n = 0; n < PHOTOS; n += 100) lots.push((await t.newBatch(user, 100)).photoIds);
    ids = lots.flat().sort();
    const sha256 = createHash('sha256').update(CONTENT).digest('hex');
    await t.app.db.updateTable('photos').set({ bytes: CONTENT.length, sha256 }).execute();
    await t.app.db
      .updateTable('users')
      .set({ stored_bytes: PHOTOS * CONTENT.length })
      .where('id', '=', user.id)
      .execute();
    const keys = ids.flatMap((id) => [`originals/${id}`, `thumbnails/${id}.webp`, `proxies/${id}.jpg`]);
    for (const files of [t.app.files, bucket]) {
      const path = files.temporaryPath();
      await writeFile(path, CONTENT);
      for (let i = 0; i < keys.length; i += 20)
        await Promise.all(keys.slice(i, i + 20).map((key) => files.adopt(path, key)));
      await files.discard(path);
    }
  });
  after(async () => {
    bucket.close();
    await store.close();
    await folder.remove();
    await t.close();
  });

  const both = async (options = HOLDS) => {
    const inFolder = await findViolations(t.app, options);
    deepEqual(
      await findViolations({ ...t.app, files: bucket }, options),
      inFolder,
      'both adapters find the same',
    );
    return inFolder;
  };
  const requests = async () => Object.values(await store.calls()).reduce((sum, n) => sum + n, 0);
  const keep = async (key: string, content: string) => {
    for (const files of [t.app.files, bucket]) {
      const path = files.temporaryPath();
      await writeFile(path, content);
      await files.keep(path, key);
    }
  };

  it('asks a bucket for lists alone, a thousand files a request', async () => {
    const before = await requests();
    deepEqual(await findViolations({ ...t.app, files: bucket }, HOLDS), []);
    const asked = (await requests()) - before;
    ok(asked <= 15, `${asked} requests`);
    deepEqual(await both(), []);
  });

  it('finds the same in a folder and in a bucket: lost, cut off, changed and nameless files', async () => {
    const [lost, cut, changed, going] = [ids[0], ids[500], ids[999], 'img_zzz'] as string[];
    for (const files of [t.app.files, bucket]) await files.remove([`proxies/${lost}.jpg`]);
    await keep(`originals/${cut}`, 'a pict');
    await keep(`originals/${changed}`, 'b picture');
    await keep('masks/cut_aab.png', 'of no row');
    await keep(`originals/${going}`, 'deleted in a moment');
    await t.app.db
      .insertInto('files_to_remove')
      .values({ key: `originals/${going}` })
      .execute();
    const broken = [`originals/${cut} has 6 bytes instead of 9`, `proxies/${lost}.jpg is missing`];
    const nameless = { rule: 'every file has its row', rows: ['masks/cut_aab.png'] };
    const rule = 'every row has its file, complete and unchanged';
    deepEqual(await both(), [{ rule, rows: broken }, nameless]);
    const [deep] = await both({ ...HOLDS, deep: true });
    equal(deep?.rows[1], `originals/${changed} has changed`);
    deepEqual(await both({ deep: false, orphanGraceMs: 60_000 }), [{ rule, rows: broken }]);
  });
});
