import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import type { CoverAtStart, PlateCover } from '#domain/recipes/plates.ts';
import type { User } from '#server/app.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { confirmPlates } from '#server/batches/photos/edit-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { startWhenArrived } from '#server/batches/runs/start-when-arrived.ts';
import { wantStart } from '#server/batches/runs/want-start.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';

const plateAt = (y: number) => getBoxCorners({ x: 0.4, y, width: 0.2, height: 0.1 });
const [SURE, UNSURE] = [plateAt(0.5), plateAt(0.8)];

describe('what a start covers', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  /** A batch of photos: one with a sure plate and another, one without any, one that the person has answered for. */
  async function newCars(cover: Partial<PlateCover> = {}) {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 3);
    const [plated = '', , answered = ''] = photoIds;
    for (const id of [plated, answered])
      await t.app.db
        .updateTable('photos')
        .set({ plate_suggestions: JSON.stringify([SURE, UNSURE]), sure_plates: JSON.stringify([SURE]) })
        .where('id', '=', id)
        .execute();
    await confirmPlates(t.app, user, [{ photoId: answered, plates: [] }]);
    const { recipe } = await readBatch(t.app, user.id, batchId);
    const plates = { ...recipe.plates, ...cover };
    await editBatch(t.app, user, { batchId, edit: { recipe: { ...recipe, plates } } });
    return { user, batchId, photoIds, plated };
  }

  type Started = Awaited<ReturnType<typeof newCars>> & {
    cover?: CoverAtStart;
    wrongOn?: string[];
    key?: string;
  };
  const start = ({ user, batchId, photoIds, cover, wrongOn, key = t.app.newId('key') }: Started) =>
    startBatch(t.app, user, {
      batchId,
      photoIds,
      cost: 1,
      coverPlates: cover,
      wrongPlatesOn: wrongOn,
      idempotencyKey: key,
    });

  /** What the newest run froze of each photo. */
  async function frozenIn(batchId: string) {
    const rows = await t.app.db
      .selectFrom('run_photos')
      .innerJoin('runs', 'runs.id', 'run_photos.run_id')
      .select(['run_photos.edits'])
      .where('batch_id', '=', batchId)
      .orderBy('number', 'desc')
      .orderBy('position')
      .execute();
    return rows.map(({ edits }) => edits?.plates);
  }
  const platesIn = async (user: User, batchId: string) =>
    Object.values((await readBatch(t.app, user.id, batchId)).photos).map(({ plates }) => plates);
  const runsOf = async (batchId: string) =>
    (await t.app.db.selectFrom('runs').select('id').where('batch_id', '=', batchId).execute()).length;

  test('confirmed plates alone where nothing else is said, as before there was a question', async () => {
    const cars = await newCars();
    await start(cars);
    deepEqual(await frozenIn(cars.batchId), [[], [], []]);
    deepEqual(await platesIn(cars.user, cars.batchId), [null, null, []]);
  });

  test('what was found too, where the person says so: confirmed in the same commit, for every batch of the photo', async () => {
    const cars = await newCars();
    const { user, batchId, plated } = cars;
    const other = await t.newBatch(user, 0);
    await t.app.db
      .insertInto('batch_photos')
      .values({ batch_id: other.batchId, photo_id: plated, position: 1 })
      .execute();
    const { rev } = await readBatch(t.app, user.id, other.batchId);
    await start({ ...cars, cover: 'found' });
    deepEqual(await frozenIn(batchId), [[SURE, UNSURE], [], []]);
    deepEqual(await platesIn(user, batchId), [[SURE, UNSURE], null, []]);
    const shared = await readBatch(t.app, user.id, other.batchId);
    deepEqual([shared.photos[plated]?.plates, shared.rev], [[SURE, UNSURE], rev + 1]);
  });

  test('nothing that was found on a photo whose plates the person marked as wrong: these still wait', async () => {
    const cars = await newCars();
    const { user, batchId, plated } = cars;
    const [, none = ''] = cars.photoIds;
    await t.app.db
      .updateTable('photos')
      .set({ plate_suggestions: JSON.stringify([UNSURE]) })
      .where('id', '=', none)
      .execute();
    await start({ ...cars, cover: 'found', wrongOn: [plated] });
    deepEqual(await frozenIn(batchId), [[], [UNSURE], []]);
    deepEqual(await platesIn(user, batchId), [null, [UNSURE], []]);
    const waited = await newCars();
    await wantStart(t.app, waited.user, {
      batchId: waited.batchId,
      uploadKeys: ['upload-1'],
      cost: 1,
      coverPlates: 'sure',
      wrongPlatesOn: [waited.plated],
    });
    // Told without the answer by photos that were picked later, it stays.
    await wantStart(t.app, waited.user, { batchId: waited.batchId, uploadKeys: [], cost: 1 });
    await t.app.db
      .updateTable('wanted_starts')
      .set({ upload_keys: '[]' })
      .where('batch_id', '=', waited.batchId)
      .execute();
    await startWhenArrived(t.app, { batchId: waited.batchId });
    deepEqual(await frozenIn(waited.batchId), [[], [], []]);
  });

  test('what the recipe covers by itself also where the answer is that nothing else is to be', async () => {
    const cars = await newCars({ coverSure: true });
    await start({ ...cars, cover: 'none' });
    deepEqual(await frozenIn(cars.batchId), [[SURE], [], []]);
  });

  for (const [place, covered] of [
    ['storia-imobiliare', [SURE]],
    ['vinted', [SURE]],
    ['autovit', [SURE, UNSURE]],
  ] as const)
    test(`of what was found that which ${place} makes probable`, async () => {
      const { user, batchId, photoIds } = await newCars();
      const outputs = [{ kind: 'preset', preset: place } as const];
      await editBatch(t.app, user, { batchId, edit: { outputs } });
      await start({ user, batchId, photoIds, plated: '', cover: 'found' });
      deepEqual(await frozenIn(batchId), [covered, [], []]);
    });

  test('nothing at all where it cannot start: nothing is confirmed, nothing is paid', async () => {
    const cars = await newCars();
    const { user, batchId, photoIds } = cars;
    const wrong = {
      batchId,
      photoIds,
      cost: 0,
      coverPlates: 'found',
      idempotencyKey: t.app.newId('key'),
    } as const;
    await rejects(startBatch(t.app, user, wrong), { code: 'credits/cost-changed' });
    const stranger = await newCars();
    const foreign: Started = { ...cars, photoIds: [...photoIds, stranger.plated], cover: 'found' };
    await rejects(start(foreign), { code: 'batches/photo-not-in-lot' });
    await rejects(start({ ...stranger, user, cover: 'found' }), { code: 'batches/not-found' });
    deepEqual(await platesIn(user, batchId), [null, null, []]);
    deepEqual(await platesIn(stranger.user, stranger.batchId), [null, null, []]);
    equal(await spendableCredits(t.app.db, user.id, t.app.now()), 3);
    deepEqual([await runsOf(batchId), await runsOf(stranger.batchId)], [0, 0]);
  });

  test('once: the same key again is the same start, with another answer it is refused', async () => {
    const cars = await newCars();
    const once = { ...cars, key: t.app.newId('key') };
    await start({ ...once, cover: 'found' });
    await start({ ...once, cover: 'found' });
    equal(await runsOf(cars.batchId), 1);
    equal(await spendableCredits(t.app.db, cars.user.id, t.app.now()), 2);
    await rejects(start({ ...once, cover: 'none' }), { code: 'http/idempotency-mismatch' });
  });

  test('the sure ones where the recipe covers these by itself, on photos without an answer', async () => {
    const cars = await newCars({ coverSure: true });
    await start(cars);
    deepEqual(await frozenIn(cars.batchId), [[SURE], [], []]);
    deepEqual(await platesIn(cars.user, cars.batchId), [null, null, []]);
    const off = await newCars({ coverSure: true, kind: 'off' });
    await start(off);
    deepEqual(await frozenIn(off.batchId), [[], [], []]);
  });

  for (const [cover, covered, confirmed] of [
    ['found', [SURE, UNSURE], [SURE, UNSURE]],
    ['sure', [SURE], null],
    ['none', [], null],
  ] as const)
    test(`as was said when it was pressed before its photos had come: ${cover}`, async () => {
      const { user, batchId } = await newCars();
      await wantStart(t.app, user, { batchId, uploadKeys: ['upload-1'], cost: 1, coverPlates: cover });
      equal((await readBatch(t.app, user.id, batchId)).wantedStart?.coverPlates, cover);
      // Photos picked later are told without the answer, which stays.
      await wantStart(t.app, user, { batchId, uploadKeys: [], cost: 1 });
      await t.app.db.updateTable('wanted_starts').set({ upload_keys: '[]' }).execute();
      await startWhenArrived(t.app, { batchId });
      deepEqual((await frozenIn(batchId))[0], covered);
      deepEqual((await platesIn(user, batchId))[0], confirmed);
    });
});
