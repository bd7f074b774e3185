import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App, User } from '#server/app.ts';
import { createBatch, deleteBatch, editBatch, removePhotos } from '#server/batches/edit/edit-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { START_ARRIVED, startAllArrived, startWhenArrived } from '#server/batches/runs/start-when-arrived.ts';
import { dropWantedStart, waitNoLonger, wantStart } from '#server/batches/runs/want-start.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { buildResult } from '#testing/worker.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('a start that is wanted before the photos are there', () => {
  let t: TestApp;
  let app: App;
  let outbox: TestOutbox;
  /** Batches whose start was asked of the queue. */
  const asked: string[] = [];
  before(async () => {
    t = await testApp();
    outbox = await testOutbox(t.app);
    const { queue } = outbox.app;
    app = {
      ...outbox.app,
      queue: {
        ...queue,
        send: async (tx, kind, payload) => {
          if (kind.name === START_ARRIVED.name) asked.push(START_ARRIVED.payload.parse(payload).batchId);
          await queue.send(tx, kind, payload);
        },
      },
    };
  });
  after(async () => {
    await app.db.deleteFrom('results').execute();
    const broken = await findViolations(app, { orphanGraceMs: 0, deep: false });
    await outbox.close();
    await t.close();
    deepEqual(
      broken.filter(({ rule }) => !/file|results/.test(rule)),
      [],
    );
  });

  const balance = (user: User) => spendableCredits(app.db, user.id, app.now());
  const runOf = async (user: User, batchId: string) => (await readBatch(app, user.id, batchId)).run;
  const wantedOf = async (user: User, batchId: string) =>
    (await readBatch(app, user.id, batchId)).wantedStart;
  const refusalOf = async (user: User, batchId: string) =>
    (await wantedOf(user, batchId))?.refusal?.code ?? null;
  const set = (photoId: string, state: 'uploading' | 'preparing' | 'ready' | 'refused') =>
    app.db.updateTable('photos').set({ state }).where('id', '=', photoId).execute();
  /** The queue's work, and the minute's. */
  const work = async () => {
    for (const batchId of asked.splice(0)) await startWhenArrived(app, { batchId });
    await startAllArrived(app);
    for (const batchId of asked.splice(0)) await startWhenArrived(app, { batchId });
  };
  /** Photos that are on their way, under the keys of their sender. */
  async function arriving(user: User, batchId: string, keys: readonly string[]): Promise<string[]> {
    const ids = await t.addReadyPhotos(user, batchId, keys.length);
    for (const [at, id] of ids.entries())
      await app.db
        .updateTable('photos')
        .set({ state: 'uploading', upload_key: keys[at] ?? null })
        .where('id', '=', id)
        .execute();
    return ids;
  }
  const newBatch = async (user: User) => createBatch(app, user, { name: 'Dacia Logan' });
  const KEYS = ['cheie-unu', 'cheie-doi'];

  test('runs when the last one is prepared, not before, and holds its credit only then', async () => {
    const user = await t.newUser();
    const batchId = await newBatch(user);
    const [first = '', second = ''] = await arriving(user, batchId, KEYS);
    await wantStart(app, user, { batchId, uploadKeys: KEYS, cost: 1 });
    await work();
    deepEqual([await runOf(user, batchId), await balance(user)], [null, 3]);
    await set(first, 'ready');
    await set(second, 'preparing');
    await work();
    deepEqual([await runOf(user, batchId), await balance(user)], [null, 3]);
    deepEqual(await wantedOf(user, batchId), { cost: 1, refusal: null });
    await set(second, 'ready');
    await work();
    deepEqual((await runOf(user, batchId))?.photoIds.length, 2);
    deepEqual([await balance(user), await wantedOf(user, batchId)], [2, null]);
  });

  test('waits for uploads that the server does not know yet, also for those the browser has shrunk', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 1);
    await wantStart(app, user, { batchId, uploadKeys: ['cheie-trei'], cost: 1 });
    await work();
    equal(await runOf(user, batchId), null);
    const [late = ''] = await arriving(user, batchId, ['cheie-trei-123456']);
    await work();
    equal(await runOf(user, batchId), null);
    await set(late, 'ready');
    await work();
    equal((await runOf(user, batchId))?.photoIds.length, 2);
  });

  test('waits for no more uploads than an account may have under way, however often it is asked for', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 1);
    const keys = (from: number) => Array.from({ length: 300 }, (_, n) => `cheie-noua-${from + n}`);
    const want = (uploadKeys: string[]) => wantStart(app, user, { batchId, uploadKeys, cost: 1 });
    await want(keys(0));
    await want(keys(300));
    await want(keys(0));
    await rejects(want(keys(600)), { code: 'photos/too-many-uploads' });
    await dropWantedStart(app, user, batchId);
  });

  test('is one start, however many tabs want it and however often its job runs, at once or one after another', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 2);
    const want = () => wantStart(app, user, { batchId, uploadKeys: [], cost: 1 });
    await Promise.all([want(), want(), want()]);
    await Promise.all(Array.from({ length: 6 }, () => startWhenArrived(app, { batchId })));
    await work();
    deepEqual([(await runOf(user, batchId))?.number, await balance(user)], [1, 2]);
  });

  test('is one start where the same request comes again, while it runs, after it, and from a tab that had not heard', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 2);
    const want = (afterRun: string | null) =>
      wantStart(app, user, { batchId, uploadKeys: [], cost: 1, afterRun });
    await want(null);
    await work();
    const first = await runOf(user, batchId);
    await want(null);
    await cancelRun(app, user, { batchId, runId: first?.id ?? '' });
    await want(null);
    await work();
    deepEqual([(await runOf(user, batchId))?.number, await wantedOf(user, batchId)], [1, null]);
    await want(first?.id ?? null);
    await work();
    equal((await runOf(user, batchId))?.number, 2);
  });

  test('is one start where it is pressed in that moment', async () => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 2);
    await wantStart(app, user, { batchId, uploadKeys: [], cost: 1 });
    const pressed = startBatch(app, user, { batchId, photoIds, cost: 1, idempotencyKey: app.newId('key') });
    await Promise.allSettled([pressed, startWhenArrived(app, { batchId })]);
    await work();
    deepEqual([(await runOf(user, batchId))?.number, await balance(user)], [1, 2]);
    equal(await wantedOf(user, batchId), null);
    await rejects(wantStart(app, user, { batchId, uploadKeys: [], cost: 1 }), {
      code: 'batches/already-running',
    });
  });

  test('starts nothing once it is taken back, or the batch is deleted', async () => {
    const user = await t.newUser();
    const back = await t.newBatch(user, 1);
    await wantStart(app, user, { batchId: back.batchId, uploadKeys: [], cost: 1 });
    await dropWantedStart(app, user, back.batchId);
    await dropWantedStart(app, user, back.batchId);
    const gone = await t.newBatch(user, 1);
    await wantStart(app, user, { batchId: gone.batchId, uploadKeys: [], cost: 1 });
    await deleteBatch(app, user, gone.batchId);
    await work();
    deepEqual([await runOf(user, back.batchId), await balance(user)], [null, 3]);
    const left = await app.db
      .selectFrom('wanted_starts')
      .select('batch_id')
      .where('owner_id', '=', user.id)
      .execute();
    deepEqual(left, []);
  });

  test('does without uploads that were given up, photos taken out and files that are no pictures', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 1);
    const [refused = '', taken = '', thrown = ''] = await arriving(user, batchId, [
      'foto-11',
      'foto-22',
      'foto-33',
    ]);
    const uploadKeys = ['foto-11', 'foto-22', 'foto-33', 'foto-44'];
    await wantStart(app, user, { batchId, uploadKeys, cost: 1 });
    await set(refused, 'refused');
    await removePhotos(app, user, { batchId, photoIds: [taken] });
    await set(thrown, 'preparing');
    await trashPhotos(app, user, [thrown]);
    await work();
    equal(await runOf(user, batchId), null);
    await waitNoLonger(app, user, { batchId, uploadKeys: ['foto-44'] });
    await work();
    equal((await runOf(user, batchId))?.photoIds.length, 1);
  });

  test('never costs more than what was agreed to', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 0);
    await app.db.updateTable('users').set({ plan: 'dealer' }).where('id', '=', user.id).execute();
    await t.addReadyPhotos(user, batchId, 21);
    await wantStart(app, user, { batchId, uploadKeys: [], cost: 1 });
    await work();
    deepEqual([await refusalOf(user, batchId), await balance(user)], ['credits/cost-changed', 3]);
    await wantStart(app, user, { batchId, uploadKeys: [], cost: 2 });
    await work();
    equal(await balance(user), 1);
  });

  const stopped: readonly [string, (user: User, batchId: string) => Promise<unknown>, string][] = [
    [
      'credits that were spent meanwhile',
      async (user) => {
        for (const _ of [1, 2, 3]) {
          const { batchId, photoIds } = await t.newBatch(user, 1);
          await startBatch(app, user, { batchId, photoIds, cost: 1, idempotencyKey: app.newId('key') });
          const claim = (await claimPhoto(app)) as Claim;
          await finishPhoto(app, claim, { state: 'done', results: [buildResult(app, claim)] });
        }
      },
      'credits/not-enough',
    ],
    [
      'more photos than the plan takes, also where the plan ended meanwhile',
      (user, batchId) => t.addReadyPhotos(user, batchId, 20),
      'batches/too-many-photos',
    ],
    [
      'outputs that were taken away',
      (user, batchId) => editBatch(app, user, { batchId, edit: { outputs: [] } }),
      'batches/no-outputs',
    ],
    [
      'a batch in which nothing is ready',
      (_, batchId) => app.db.deleteFrom('batch_photos').where('batch_id', '=', batchId).execute(),
      'batches/empty',
    ],
    [
      'a suspended account',
      (user) =>
        app.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', user.id).execute(),
      'auth/suspended',
    ],
  ];
  for (const [by, change, code] of stopped)
    test(`is stopped by ${by}: nothing is held, the batch says why, and pressing again asks anew`, async () => {
      const user = await t.newUser();
      const { batchId } = await t.newBatch(user, 1);
      await wantStart(app, user, { batchId, uploadKeys: [], cost: 1 });
      await change(user, batchId);
      const before = await balance(user);
      await work();
      await work();
      deepEqual([await refusalOf(user, batchId), await runOf(user, batchId)], [code, null]);
      equal(await balance(user), before);
      await dropWantedStart(app, user, batchId);
      equal(await wantedOf(user, batchId), null);
    });

  test('is given up after a day without all of its photos', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 1);
    await wantStart(app, user, { batchId, uploadKeys: ['nu-mai-vine'], cost: 1 });
    t.advance(DAY - MINUTE);
    await work();
    equal(await refusalOf(user, batchId), null);
    t.advance(2 * MINUTE);
    await work();
    deepEqual([await refusalOf(user, batchId), await runOf(user, batchId)], ['batches/photos-missing', null]);
  });

  test('is only its owner’s to want, take back or look at', async () => {
    const [owner, other] = [await t.newUser(), await t.newUser()];
    const { batchId } = await t.newBatch(owner, 1);
    const foreign = { code: 'batches/not-found' };
    await rejects(wantStart(app, other, { batchId, uploadKeys: [], cost: 1 }), foreign);
    await rejects(dropWantedStart(app, other, batchId), foreign);
    await rejects(waitNoLonger(app, other, { batchId, uploadKeys: ['cheie-unu'] }), foreign);
  });
});
