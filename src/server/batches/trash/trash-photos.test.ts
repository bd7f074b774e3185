import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Batch, cancelRun, listBatches, readBatch } from '#contract/batches.ts';
import { listPhotos, purgePhotos, restorePhotos, trashPhotos } from '#contract/photos.ts';
import { readMe } from '#contract/users.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { photoKeys } from '#server/photos/file-keys.ts';
import { withClock } from '#testing/app.ts';
import { smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const DAY = 86_400_000;

describe('the trash', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer({ LOT_PROCESSES: '1' });
  });
  afterEach(async () => {
    await pollUntil(
      () => findViolations(server.app, { deep: true, orphanGraceMs: 0 }),
      (violations) => violations.length === 0,
    );
  });
  after(() => server.close());

  const trash = (client: Client, photoIds: string[]) => client.call(trashPhotos, { body: { photoIds } });
  const restore = (client: Client, photoIds: string[]) => client.call(restorePhotos, { body: { photoIds } });
  const purge = async (client: Client, photoIds: string[]) =>
    (await client.call(purgePhotos, { body: { photoIds } })).photoIds.sort();
  const gallery = async (client: Client, inTrash = false) => {
    const { photos } = await client.call(listPhotos, { query: { trash: inTrash ? '1' : '0' } });
    return photos.map(({ id }) => id).sort();
  };
  const batchNow = (client: Client, batchId: string) => client.call(readBatch, { params: { batchId } });
  const credits = async (client: Client) => (await client.call(readMe, {})).credits.totalCredits;
  const storedBytes = async (uid: string) =>
    Number(
      (await server.database.pool.query('select stored_bytes from users where id = $1', [uid])).rows[0]
        ?.stored_bytes,
    );

  /** The daily job as it will run so many days from now. */
  async function cleanUpIn(days: number): Promise<void> {
    const app = withClock(server.app, () => new Date(Date.now() + days * DAY));
    await dailyCleanup(app, server.uploads);
  }

  async function filesOf(photoId: string): Promise<number> {
    const sizes = await Promise.all(photoKeys(photoId).map((key) => server.app.files.sizeOf(key)));
    return sizes.filter((size) => size !== null).length;
  }

  it('takes photos out of gallery and batches, and gives them back to both', async () => {
    const client = await server.newUser();
    const [a = '', b = '', c = ''] = await uploadPhotos(client, [1, 2, 3]);
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds: [a, b, c] });
    assert.deepEqual(await trash(client, [b]), { photoIds: [b] });
    assert.deepEqual(await gallery(client), [a, c].sort());
    assert.deepEqual(await gallery(client, true), [b]);
    assert.deepEqual((await batchNow(client, eachBatch.id)).photoIds, [a, c]);
    assert.equal((await client.call(listBatches, {})).batches[0]?.photoCount, 2);
    await assert.rejects(startRun(client, eachBatch.id, { photoIds: [a, b], cost: 1 }), {
      code: 'batches/photo-not-in-lot',
    });
    assert.deepEqual(await restore(client, [b]), { photoIds: [b] });
    assert.deepEqual(await gallery(client), [a, b, c].sort());
    assert.deepEqual((await batchNow(client, eachBatch.id)).photoIds, [a, b, c]);
  });

  it('takes a photo once and gives it back once, however often it is asked', async () => {
    const client = await server.newUser();
    const [a = ''] = await uploadPhotos(client, [1]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => trash(client, [a])));
    assert.deepEqual(
      answers.flatMap(({ photoIds }) => photoIds),
      [a],
    );
    await restore(client, [a]);
    assert.deepEqual(await restore(client, [a]), { photoIds: [] });
    assert.deepEqual(await trash(client, [`img_${'a'.repeat(26)}`]), { photoIds: [] });
  });

  it('counts against the storage until it is emptied', async () => {
    const client = await server.newUser();
    const [a = ''] = await uploadPhotos(client, [1]);
    const bytes = (await smallPhoto(1)).length;
    assert.equal(await storedBytes(client.uid), bytes);
    await trash(client, [a]);
    assert.equal(await storedBytes(client.uid), bytes);
  });

  it('keeps photos 30 days, then their files go and the storage is free again', async () => {
    const client = await server.newUser();
    await server.database.pool.query("update users set plan = 'dealer' where id = $1", [client.uid]);
    const [a = '', b = ''] = await uploadPhotos(client, [1, 2]);
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds: [a, b] });
    await startRun(client, eachBatch.id, { photoIds: [a, b], cost: 1 });
    const { results } = await runEnded(client, eachBatch.id);
    const [gone, kept] = [resultOf(results, a), resultOf(results, b)];
    await trash(client, [a]);
    await cleanUpIn(29.9);
    assert.equal(await filesOf(a), 3);
    assert.equal(
      (await client.fetch(`/api/photos/${a}/thumbnail`)).status,
      200,
      'the trash shows what is in it',
    );
    await cleanUpIn(30.1);
    assert.deepEqual([await filesOf(a), await filesOf(b)], [0, 3]);
    assert.equal(
      await storedBytes(client.uid),
      (await smallPhoto(2)).length + (results[kept]?.bytes ?? 0),
      'original and results of what is kept',
    );
    assert.deepEqual(await gallery(client, true), []);
    assert.deepEqual(await restore(client, [a]), { photoIds: [] });
    assert.equal((await client.fetch(`/api/photos/${a}/original`)).status, 404);
    assert.equal((await client.fetch(`/api/results/${gone}/file`)).status, 404);
    const { sizeOf } = server.app.files;
    assert.deepEqual(
      [await sizeOf(`results/${gone}`), await sizeOf(`thumbnails/${gone}.webp`)],
      [null, null],
    );
    assert.equal((await client.fetch(`/api/results/${kept}/file`)).status, 200);
    assert.ok(await sizeOf(`thumbnails/${kept}.webp`), 'its small copy is kept by the sweep');
    await server.app.files.remove([`thumbnails/${kept}.webp`]);
    const whole = await client.fetch(`/api/results/${kept}/thumbnail`);
    assert.equal(whole.headers.get('content-type'), 'image/jpeg', 'a result without one is shown whole');
  });

  it('is emptied by hand for good: files, results and storage go, of one’s own trash and of nothing else', async () => {
    const client = await server.newUser();
    const photoIds = await uploadPhotos(client, [1, 2, 3]);
    const [a = '', b = '', c = ''] = photoIds;
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds: [a, b] });
    await startRun(client, eachBatch.id, { photoIds: [a, b], cost: 1 });
    const { results, rev } = await runEnded(client, eachBatch.id);
    const [gone, kept] = [resultOf(results, a), resultOf(results, b)];
    await trash(client, [a, c]);
    assert.deepEqual(await purge(await server.newUser(), photoIds), [], 'not another’s');
    assert.deepEqual(await purge(client, photoIds), [a, c].sort(), 'what is in the gallery stays there');
    assert.deepEqual([await filesOf(a), await filesOf(b), await filesOf(c)], [0, 3, 0]);
    assert.equal(await server.app.files.sizeOf(`results/${gone}`), null);
    assert.equal(await storedBytes(client.uid), (await smallPhoto(2)).length + (results[kept]?.bytes ?? 0));
    assert.deepEqual([await gallery(client, true), await gallery(client)], [[], [b]]);
    const after = await batchNow(client, eachBatch.id);
    assert.deepEqual([Object.keys(after.results), after.rev > rev], [[kept], true], 'the lot is told');
    assert.deepEqual(await restore(client, [a]), { photoIds: [] });
    assert.deepEqual(await purge(client, [a, c]), []);
  });

  it('leaves the photo paid for in its batch: another run of it is free', async () => {
    const client = await server.newUser();
    const photoIds = await uploadPhotos(client, [1, 2]);
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds });
    await startRun(client, eachBatch.id, { photoIds, cost: 1 });
    await runEnded(client, eachBatch.id);
    await trash(client, photoIds.slice(0, 1));
    assert.deepEqual((await batchNow(client, eachBatch.id)).window.photoIds.sort(), [...photoIds].sort());
    await restore(client, photoIds);
    await startRun(client, eachBatch.id, { photoIds, cost: 0 });
    assert.equal((await runEnded(client, eachBatch.id)).run?.settled, 0);
    assert.equal(await credits(client), 2);
  });

  it('takes a waiting photo out of its run unpaid; the one in work is finished and stays until then', async () => {
    const client = await server.newUser();
    const photoIds = await uploadPhotos(
      client,
      Array.from({ length: 8 }, (_, n) => n + 1),
    );
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds });
    await startRun(client, eachBatch.id, { photoIds, cost: 1 });
    // All of them at once: some may be done, at most one is in work, the rest wait.
    assert.deepEqual((await trash(client, photoIds)).photoIds.sort(), [...photoIds].sort());
    const ended = await runEnded(client, eachBatch.id);
    const states = Object.values(ended.run?.photos ?? {}).map(({ state }) => state);
    assert.equal(states.length, 8);
    assert.deepEqual(
      states.filter((state) => state !== 'done' && state !== 'cancelled'),
      [],
    );
    assert.ok(states.includes('cancelled'), 'some still waited');
    const done = states.filter((state) => state === 'done').length;
    assert.equal(ended.run?.settled, done > 0 ? 1 : 0);
    assert.equal(await credits(client), done > 0 ? 2 : 3);
  });

  it('gives the whole hold back when every photo of a run went to the trash before its turn', async () => {
    const [busy, client] = [await server.newUser(), await server.newUser()];
    const { batch, during } = await hindered(busy);
    const photoIds = await uploadPhotos(client, [1, 2]);
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds });
    await during(async () => {
      await startRun(client, eachBatch.id, { photoIds, cost: 1 });
      assert.equal(await credits(client), 2);
      await trash(client, photoIds);
      const { run } = await batchNow(client, eachBatch.id);
      assert.deepEqual([run?.state, run?.settled], ['cancelled', 0]);
      assert.equal(await credits(client), 3);
      await assert.rejects(
        client.call(cancelRun, { params: { batchId: eachBatch.id, runId: run?.id ?? '' } }),
        {
          code: 'batches/not-running',
        },
      );
    });
    assert.equal((await runEnded(busy, batch.id)).state, 'done');
  });

  it('is emptied of no photo that a run still needs', async () => {
    const client = await server.newUser();
    const [a = ''] = await uploadPhotos(client, [1]);
    const eachBatch = await newBatch(client, { name: 'Lot', photoIds: [a] });
    await server.database.pool.query(
      "update photos set trashed_at = now() - interval '31 days' where id = $1",
      [a],
    );
    const { during } = await hindered(await server.newUser());
    await during(async () => {
      await server.database.pool.query('update photos set trashed_at = null where id = $1', [a]);
      await startRun(client, eachBatch.id, { photoIds: [a], cost: 1 });
      await server.database.pool.query(
        "update photos set trashed_at = now() - interval '31 days' where id = $1",
        [a],
      );
      await cleanUpIn(0);
      assert.deepEqual(await purge(client, [a]), [], 'by hand neither');
      assert.equal(await filesOf(a), 3);
    });
    assert.equal((await runEnded(client, eachBatch.id)).run?.photos[a]?.state, 'done');
    await cleanUpIn(0);
    assert.equal(await filesOf(a), 0);
  });

  /** Keeps every run from being taken up while `meanwhile` goes on: the lock under which photos are given out is held. */
  async function hindered(
    client: Client,
  ): Promise<{ batch: Batch; during: (meanwhile: () => Promise<void>) => Promise<void> }> {
    const photoIds = await uploadPhotos(client, [50]);
    const batch = await newBatch(client, { name: 'Alt lot', photoIds });
    const during = async (meanwhile: () => Promise<void>) => {
      const connection = await server.database.pool.connect();
      await connection.query('begin');
      await connection.query('select pg_advisory_xact_lock(7101)');
      try {
        await startRun(client, batch.id, { photoIds, cost: 1 });
        await meanwhile();
      } finally {
        await connection.query('commit');
        connection.release();
      }
    };
    return { batch, during };
  }
});

function resultOf(results: Batch['results'], photoId: string): string {
  return Object.values(results).find((result) => result.photoId === photoId)?.id ?? '';
}
