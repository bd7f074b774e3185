import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deleteBatch, editBatch, previewPhoto, readBatch } from '#contract/batches.ts';
import { askExport } from '#contract/exports.ts';
import { fillPath } from '#contract/route.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { User } from '#server/app.ts';
import { previewPhoto as previewOf } from '#server/batches/previews/preview-photo.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { withClock } from '#testing/app.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { readZip } from '#testing/files/zip.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const HOUR_MS = 3_600_000;
const UNFINISHED =
  "select name from jobs.job where state in ('created', 'retry', 'active') and name in ('cut-out', 'prepare-photo')";

/** A server whose photos and results are in an S3-compatible store. */
describe('a server whose files are in a bucket', () => {
  let store: S3Store;
  let server: TestServer;
  let owner: Client & { uid: string };
  let photoIds: string[];
  let batchId: string;

  before(async () => {
    store = await s3Store();
    server = await testServer({ FILES_URL: store.url, SECRET_KEY: 'ab'.repeat(32) });
    owner = await server.newUser();
  });
  after(async () => {
    await server.close();
    await store.close();
  });

  const unfinished = async () =>
    (await server.database.pool.query(UNFINISHED)).rows.map(({ name }: { name: string }) => name);
  /** Hours later all jobs have ended: files of failed tries are gone, and every other file has its row. */
  const holds = async () => {
    await pollUntil(unfinished, (jobs) => jobs.length === 0);
    const later = withClock(server.app, () => new Date(Date.now() + 2 * HOUR_MS));
    deepEqual(await dailyCleanup(later, server.uploads), []);
    deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
  };

  const preview = async (side: number) => {
    const reply = await owner.fetch(fillPath(previewPhoto.path, { batchId }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        photoId: photoIds[0],
        recipe: await recipe(),
        output: null,
        side,
        stage: 'after',
      }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  it('takes photos, shows them and makes their files, and keeps none of them on its own disk', async () => {
    photoIds = await Promise.all(
      [1, 2, 3].map(async (seed) => owner.upload(await smallPhoto(seed), { name: `poza ${seed}.jpg` })),
    );
    await photosReady(owner, photoIds);
    equal((await owner.fetch(`/api/photos/${photoIds[0]}/thumbnail`)).status, 200);
    ({ id: batchId } = await newBatch(owner, { name: 'Ghete', photoIds }));
    await startRun(owner, batchId, { photoIds, cost: 1 });
    const { run } = await runEnded(owner, batchId);
    equal(run?.state, 'done');
    const zip = await owner.fetch(`/api/batches/${batchId}/zip`);
    equal(zip.status, 200);
    equal(readZip(Buffer.from(await zip.arrayBuffer())).length, 3);
    for (const folder of ['originals', 'results', 'thumbnails', 'proxies'])
      deepEqual(await readdir(join(server.dataDir, folder)).catch(() => []), [], folder);
    await holds();
  });

  it('fetches a preview’s files at once, has them at hand for the next, and stores nothing for either', async () => {
    await rm(join(server.dataDir, 'scratch', 'fotolot-copies'), { recursive: true });
    const reads = async () => {
      const calls = await store.calls();
      return { get: calls.GET ?? 0, head: calls.HEAD ?? 0, put: calls.PUT ?? 0 };
    };
    const before = await reads();
    await store.goesWrong({ together: 2 });
    equal(await preview(640), 200);
    await store.goesWrong();
    deepEqual(await reads(), { ...before, get: before.get + 2 });
    equal(await preview(1024), 200);
    deepEqual(await reads(), { ...before, get: before.get + 2 });
  });

  it('fetches nothing for previews that a newer one replaced', async () => {
    await rm(join(server.dataDir, 'scratch', 'fotolot-copies'), { recursive: true });
    const { GET: before = 0 } = await store.calls();
    const input = { recipe: await recipe(), output: null, side: 640, stage: 'after' } as const;
    const user = { id: owner.uid } as User;
    const made = await Promise.all(
      photoIds.map((photoId) => previewOf(server.app, user, { batchId, input: { ...input, photoId } })),
    );
    deepEqual(
      made.map((picture) => picture !== null),
      [false, false, true],
    );
    equal((await store.calls()).GET, before + 2);
  });

  it('lets no photo fail while the store is away, and goes on by itself once it is back', async () => {
    await owner.call(editBatch, {
      params: { batchId },
      body: { recipe: { ...(await recipe()), crop: '1:1' } },
    });
    await store.goesWrong({ isDown: true });
    await startRun(owner, batchId, { photoIds, cost: 0 });
    const answer = await owner.fetch(`/api/photos/${photoIds[0]}/original`);
    equal(answer.status, 503);
    await pollUntil(
      async () =>
        (await server.database.pool.query('select max(attempts) as tries from run_photos')).rows[0].tries,
      (tries) => tries > 0,
    );
    await store.goesWrong();
    const { run } = await runEnded(owner, batchId);
    equal(run?.state, 'done');
    const { rows } = await server.database.pool.query('select max(attempts) as tries from run_photos');
    equal(rows[0].tries, 1);
    await holds();
  });

  it('finishes a run through refusals, broken and slow replies', async () => {
    await owner.call(editBatch, {
      params: { batchId },
      body: { recipe: { ...(await recipe()), crop: '4:3' } },
    });
    await store.goesWrong({ delayMs: 20, failEvery: 5, cutEvery: 19 });
    await startRun(owner, batchId, { photoIds, cost: 0 });
    const { run } = await runEnded(owner, batchId);
    await store.goesWrong();
    equal(run?.state, 'done');
    await holds();
  });

  it('makes the archive of an account that was requested while the store is away, once it is back', async () => {
    const { pool } = server.database;
    await store.goesWrong({ isDown: true });
    await owner.call(askExport, {});
    const tried = "select from jobs.job where name = 'make-export' and state = 'retry'";
    await pollUntil(
      () => pool.query(tried),
      ({ rowCount }) => rowCount === 1,
    );
    await store.goesWrong();
    await pollUntil(
      async () => (await pool.query('select state from data_exports')).rows[0].state,
      (state) => state === 'ready',
    );
    await holds();
  });

  it('notes files that it could not remove, and removes them with the next cleanup', async () => {
    const noted = async () =>
      (await server.database.pool.query('select key from files_to_remove')).rows.map(({ key }) => key);
    await store.goesWrong({ isDown: true });
    await owner.call(deleteBatch, { params: { batchId } });
    equal((await noted()).length, 6);
    await store.goesWrong();
    deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: HOUR_MS }), []);
    await holds();
    deepEqual(await noted(), []);
  });

  it('is refused with another bucket beside its database', async () => {
    const other = await s3Store();
    const name = server.database.url;
    const starts = testServer({
      DATABASE_URL: name,
      FILES_URL: other.url,
      SECRET_KEY: 'ab'.repeat(32),
    });
    const problem = await starts.then(
      async (second) => {
        await second.close();
        return 'it started';
      },
      (error: Error) => error.message,
    );
    await other.close();
    ok(/no original|different installations/.test(problem), problem);
    ok((await server.app.files.sizeOf(originalKey(photoIds[0] ?? ''))) !== null);
  });

  async function recipe() {
    return (await owner.call(readBatch, { params: { batchId } })).recipe;
  }
});
