import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findViolations } from '#server/admin/verify/verify.ts';
import { photoKeys } from '#server/photos/file-keys.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { type TestServer, testServer } from '#testing/server.ts';

const PHOTOS = 66_667;
const CONTENT = 'x'.repeat(100);
const MOST_REQUESTS = 250;
const MOST_BYTES = 300_000_000;

/** Three objects a photo. */
describe('a bucket of 200,000 objects', () => {
  let store: S3Store;
  let server: TestServer;

  before(async () => {
    store = await s3Store();
    server = await testServer({ FILES_URL: store.url, SECRET_KEY: 'ab'.repeat(32) });
    const owner = await server.newUser();
    await uploadPhotos(owner, [1]);
    const { pool } = server.database;
    const columns = (await pool.query(
      "select column_name as name from information_schema.columns where table_name = 'photos' and is_generated = 'NEVER'",
    )) as { rows: { name: string }[] };
    const listed = (of = '') => columns.rows.map(({ name }) => `${of}"${name}"`).join(', ');
    const { rows } = await pool.query<{ id: string }>(
      `insert into photos (${listed()}) select ${listed('r.')} from photos p, generate_series(1, $1) n,
         jsonb_populate_record(p, jsonb_build_object('id', 'img_' || translate(md5(n::text), '0189', 'wxyz'), 'upload_key', null, 'bytes', $2::int)) r
       returning id`,
      [PHOTOS, CONTENT.length],
    );
    await pool.query('update users set stored_bytes = stored_bytes + $1', [PHOTOS * CONTENT.length]);
    await store.fill(
      rows.flatMap(({ id }) => photoKeys(id)),
      CONTENT,
    );
  });
  after(async () => {
    await server.close();
    await store.close();
  });

  const requests = async () => Object.values(await store.calls()).reduce((sum, count) => sum + count, 0);

  for (const [name, work] of [
    ['is verified', () => findViolations(server.app, { deep: false, orphanGraceMs: 0 })],
    [
      'is swept',
      async () => (await removeOrphanFiles(server.app, server.uploads, { before: new Date() })).held,
    ],
  ] as const)
    it(`${name} with 250 requests and 300 MB at most`, async (t) => {
      const [asked, memory] = [await requests(), process.memoryUsage().rss];
      let most = memory;
      const timer = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, 50);
      const began = performance.now();
      const broken = await work();
      clearInterval(timer);
      const used = (await requests()) - asked;
      t.diagnostic(
        `${used} requests, ${Math.round((most - memory) / 1e6)} MB, ${Math.round((performance.now() - began) / 1000)} s`,
      );
      deepEqual(broken, []);
      ok(used <= MOST_REQUESTS, `${used} requests`);
      ok(most - memory <= MOST_BYTES, `${(most - memory) / 1e6} MB`);
    });
});
