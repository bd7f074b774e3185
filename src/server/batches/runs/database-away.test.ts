import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App } from '#server/app.ts';
import { claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { claimOrGiveBack } from '#server/batches/runs/process-photos.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('a batch during which the database goes away', () => {
  let server: TestServer;
  let owner: Client;
  let photoIds: string[];

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    photoIds = await uploadPhotos(owner, [1]);
  });
  after(() => server.close());

  for (const [what, code] of [
    ['its connection is lost', '57P01'],
    ['its disk is full', '53100'],
  ])
    it(`keeps what was made of a photo and stores it once the database is back, when ${what}: nothing is made twice, no file is left over`, async () => {
      // In the very moment in which the result is stored; a sequence counts across what is rolled back.
      await server.database.pool.query(`
        drop trigger if exists away on run_photos;
        drop sequence if exists tries;
        create sequence tries;
        create or replace function away() returns trigger language plpgsql as $$ begin
          if nextval('tries') <= 2 then raise exception 'away' using errcode = '${code}'; end if;
          return new;
        end $$;
        create trigger away before update on run_photos for each row when (new.state = 'done') execute function away()`);
      const batch = await newBatch(owner, { name: 'Lot', photoIds });
      await startRun(owner, batch.id, { photoIds, cost: 1 });
      const { state, results } = await runEnded(owner, batch.id);
      deepEqual([state, Object.keys(results).length], ['done', 1]);
      const { rows } = await server.database.pool.query(
        'select attempts from run_photos join runs on runs.id = run_id where batch_id = $1',
        [batch.id],
      );
      deepEqual(rows, [{ attempts: 1 }]);
      deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
    });

  it('takes a result reported a second time, because the first reply was lost, for what it is', async () => {
    const { rows } = await server.database.pool.query(
      'select run_photos.*, batch_id, owner_id from run_photos join runs on runs.id = run_id',
    );
    const [{ run_id: runId, batch_id: batchId, owner_id: ownerId, photo_id: photoId, attempts }] = rows;
    const claim = { runId, batchId, ownerId, photoId, token: 'lea_of_then', attempt: attempts };
    const { rows: stored } = await server.database.pool.query('select id from results');
    // Of a stored result only its id is looked at.
    const said = (ids: string[]) =>
      finishPhoto(server.app, claim, { state: 'done', results: ids.map((id) => ({ id })) as never });
    equal(await said([stored[0].id]), true);
    equal(await said(['res_of_somebody_who_was_late']), false);
    equal(await claimPhoto(server.app), null);
  });
});

describe('a photo that was claimed while the connection was lost', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  it('is free at once, and counts as never tried', async () => {
    const user = await t.newUser();
    await startBatch(t.app, user, {
      ...(await t.newBatch(user, 1)),
      cost: 1,
      idempotencyKey: t.app.newId('key'),
    });
    const lossy: App = {
      ...t.app,
      log: { ...t.app.log, error: () => {} },
      change: async (run) => {
        await t.app.change(run);
        throw new AppError('http/unavailable');
      },
    };
    const { signal } = new AbortController();
    await rejects(claimOrGiveBack(lossy, signal), { code: 'http/unavailable' });
    equal((await claimOrGiveBack(t.app, signal))?.attempt, 1);
  });
});
