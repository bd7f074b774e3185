import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { addPhotos, editBatch } from '#server/batches/edit/edit-batch.ts';
import { dividePile } from '#server/batches/piles/divide-pile.ts';
import { editPile } from '#server/batches/piles/edit-pile.ts';
import { gatherPile } from '#server/batches/piles/gather-pile.ts';
import { startPile } from '#server/batches/piles/start-pile.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { startWhenArrived } from '#server/batches/runs/start-when-arrived.ts';
import { wantStart } from '#server/batches/runs/want-start.ts';
import { listBatches } from '#server/batches/store/batch-list-view.ts';
import { lockBatch } from '#server/batches/store/batch-store.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { restorePhotos, trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { type TestApp, testApp } from '#testing/app.ts';

/** Resolves once so many statements of this test wait for a row. */
async function untilWaiting(app: App, count: number): Promise<void> {
  for (let waiting = 0; waiting < count; ) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%batches%'`.execute(
      app.db,
    );
    waiting = rows[0]?.n ?? 0;
  }
}

describe('a pile of photos', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  const divided = async (count: number) => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, count);
    await editBatch(t.app, user, { batchId, edit: { photoIds } });
    return { user, batchId, photoIds };
  };

  test('becomes named lots with its recipe and overrides, and one pile again', async () => {
    const { user, batchId, photoIds } = await divided(5);
    const own = { light: { strength: 80 } };
    const edit = { exceptions: { [photoIds[4] ?? '']: own as never } };
    await editBatch(t.app, user, { batchId, edit });
    const lots = [
      { name: 'Dacia', photoIds: photoIds.slice(0, 2) },
      { name: 'Golf', photoIds: photoIds.slice(2, 4) },
      { name: 'Passat', photoIds: photoIds.slice(4) },
    ];
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots });
    equal(made[0], batchId);
    const read = await Promise.all(made.map((id) => readBatch(t.app, user.id, id)));
    deepEqual(
      read.map(({ name, photoIds: ids }) => ({ name, photoIds: ids })),
      lots,
    );
    deepEqual(read[2]?.exceptions[photoIds[4] ?? ''], own);
    deepEqual(read[1]?.recipe, read[0]?.recipe);
    const listed = await listBatches(t.app, user.id, { pile: batchId });
    deepEqual(listed.batches.map(({ id }) => id).sort(), [...made].sort());
    const gone = await gatherPile(t.app, user, { batchId, name: 'Grămada' });
    deepEqual([...gone].sort(), made.slice(1).sort());
    const pile = await readBatch(t.app, user.id, batchId);
    deepEqual([pile.name, [...pile.photoIds].sort()], ['Grămada', [...photoIds].sort()]);
    deepEqual(pile.exceptions[photoIds[4] ?? ''], own);
    await rejects(readBatch(t.app, user.id, made[1] ?? ''), { code: 'batches/not-found' });
  });

  test('has each lot ordered as names tell, the cover first, though the clock says otherwise; gathered again it is by time', async () => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 5);
    const names = ['SKU-1_10.jpg', 'SKU-1_2.jpg', 'SKU-2_1.jpg', 'SKU-2_față.jpg', 'IMG_0001.jpg'];
    for (const [i, name] of names.entries())
      await t.app.db
        .updateTable('photos')
        .set({ name, taken_at: `2026-11-21T10:0${i}:00` })
        .where('id', '=', photoIds[i] ?? '')
        .execute();
    const lots = [
      { name: 'SKU-1', photoIds: photoIds.slice(0, 2) },
      { name: 'SKU-2', photoIds: photoIds.slice(2, 4) },
      { name: 'Altele', photoIds: photoIds.slice(4) },
    ];
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots });
    const read = () => Promise.all(made.map((id) => readBatch(t.app, user.id, id)));
    const shown = (await read()).map((lot) => lot.photoIds.map((id) => lot.photos[id]?.name));
    deepEqual(shown, [['SKU-1_2.jpg', 'SKU-1_10.jpg'], ['SKU-2_față.jpg', 'SKU-2_1.jpg'], ['IMG_0001.jpg']]);
    deepEqual(
      (await read()).map(({ order }) => order?.by),
      ['name', 'hand', 'time'],
    );
    await gatherPile(t.app, user, { batchId, name: '' });
    const pile = await readBatch(t.app, user.id, batchId);
    deepEqual([pile.photoIds, pile.order], [photoIds, { by: 'time', hasHand: false }]);
  });

  test('has one recipe for the lots that are named, all of them or none; a lot of others is refused', async () => {
    const { user, batchId, photoIds } = await divided(3);
    const lots = photoIds.map((id, i) => ({ name: `Lot ${i}`, photoIds: [id] }));
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots });
    const recipeOf = async (id: string) => (await readBatch(t.app, user.id, id)).recipe.background.kind;
    const { recipe } = await readBatch(t.app, user.id, batchId);
    const onWhite = { ...recipe, background: { ...recipe.background, kind: 'white' as const } };
    const edit = { batchId, recipe: onWhite, filePattern: '{original}' };
    const patches = await editPile(t.app, user, { ...edit, batchIds: made.slice(0, 2) });
    deepEqual(
      patches.map(({ key }) => key).sort(),
      made
        .slice(0, 2)
        .map((id) => `batches/${id}`)
        .sort(),
    );
    deepEqual(await Promise.all(made.map(recipeOf)), ['white', 'white', recipe.background.kind]);
    equal((await readBatch(t.app, user.id, made[1] ?? '')).filePattern, '{original}');
    const other = await t.newBatch(user, 1);
    const withOther = { ...edit, batchIds: [made[2] ?? '', other.batchId] };
    await rejects(editPile(t.app, user, withOther), { code: 'batches/not-found' });
    const unknown = { ...edit, batchIds: made, filePattern: '{vin}' };
    await rejects(editPile(t.app, user, unknown), { code: 'recipes/invalid' });
    equal(await recipeOf(made[2] ?? ''), recipe.background.kind);
  });

  test('is divided once, however many tabs press; not by others, not once it has run', async () => {
    const { user, batchId, photoIds } = await divided(4);
    const other = await t.newUser();
    const lots = [
      { name: 'Unu', photoIds: photoIds.slice(0, 2) },
      { name: 'Doi', photoIds: photoIds.slice(2) },
    ];
    await rejects(dividePile(t.app, other, { batchId, lots }), { code: 'batches/not-found' });
    await rejects(gatherPile(t.app, other, { batchId, name: '' }), { code: 'batches/not-found' });
    const pressed = await Promise.allSettled([1, 2].map(() => dividePile(t.app, user, { batchId, lots })));
    equal(pressed.filter(({ status }) => status === 'fulfilled').length, 1);
    const start = { batchId, photoIds: photoIds.slice(0, 2), cost: 1, idempotencyKey: t.app.newId('key') };
    await startBatch(t.app, user, start);
    await rejects(dividePile(t.app, user, { batchId, lots }), { code: 'batches/has-run' });
    await rejects(gatherPile(t.app, user, { batchId, name: '' }), { code: 'batches/has-run' });
  });

  test('has its lots started together, each paid by itself; what the balance does not pay stays, with the reason', async () => {
    const { user, batchId, photoIds } = await divided(5);
    const named = photoIds.map((id, i) => ({ name: `Lot ${i}`, photoIds: [id] }));
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots: named });
    const lots = made.map((id, i) => ({ batchId: id, photoIds: [photoIds[i] ?? ''], cost: 1 }));
    const idempotencyKey = t.app.newId('key');
    const first = await startPile(t.app, user, { lots, idempotencyKey });
    const codes = (answers: typeof first) => answers.map((refusal) => refusal?.code ?? 'started');
    const paid = [...Array(3).fill('started'), ...Array(2).fill('credits/not-enough')];
    deepEqual(codes(first), paid);
    // The same press again starts nothing twice.
    deepEqual(codes(await startPile(t.app, user, { lots, idempotencyKey })), paid);
    const states = await Promise.all(made.map(async (id) => (await readBatch(t.app, user.id, id)).state));
    deepEqual(states, ['queued', 'queued', 'queued', 'draft', 'draft']);
    const runs = await t.app.db.selectFrom('runs').select('id').where('owner_id', '=', user.id).execute();
    equal(runs.length, 3);
  });

  test('has a lot whose photos are still prepared start by itself, at the price that was shown', async () => {
    const { user, batchId, photoIds } = await divided(2);
    const named = photoIds.map((id, i) => ({ name: `Lot ${i}`, photoIds: [id] }));
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots: named });
    await t.app.db
      .updateTable('photos')
      .set({ state: 'preparing' })
      .where('id', '=', photoIds[1] ?? '')
      .execute();
    const lots = made.map((id, i) => ({ batchId: id, photoIds: [photoIds[i] ?? ''], cost: 1 }));
    const idempotencyKey = t.app.newId('key');
    deepEqual(await startPile(t.app, user, { lots, idempotencyKey }), [null, null]);
    const read = await Promise.all(made.map((id) => readBatch(t.app, user.id, id)));
    deepEqual(
      read.map(({ state, wantedStart }) => [state, wantedStart?.cost, wantedStart?.refusal]),
      [
        ['queued', undefined, undefined],
        ['draft', 1, null],
      ],
    );
    // Its answer was lost, and the press is sent again: after the lot has begun it is answered as the first time.
    await t.app.db
      .updateTable('photos')
      .set({ state: 'ready' })
      .where('id', '=', photoIds[1] ?? '')
      .execute();
    await startWhenArrived(t.app, { batchId: made[1] ?? '' });
    equal((await readBatch(t.app, user.id, made[1] ?? '')).state, 'queued');
    deepEqual(await startPile(t.app, user, { lots, idempotencyKey }), [null, null]);
    const another = await startPile(t.app, user, { lots, idempotencyKey: t.app.newId('key') });
    deepEqual(
      another.map((refusal) => refusal?.code),
      ['batches/already-running', 'batches/already-running'],
    );
  });

  test('has a lot of which a photo is still sent refused, as its own start is: it is not started without it', async () => {
    const { user, batchId, photoIds } = await divided(3);
    const [sent = '', half = '', other = ''] = photoIds;
    const lots = [
      { name: 'Unu', photoIds: [sent, half] },
      { name: 'Doi', photoIds: [other] },
    ];
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots });
    const setState = (state: 'uploading' | 'ready') =>
      t.app.db.updateTable('photos').set({ state }).where('id', '=', half).execute();
    await setState('uploading');
    const starts = made.map((id, i) => ({ batchId: id, photoIds: lots[i]?.photoIds ?? [], cost: 1 }));
    const press = async () => {
      const refusals = await startPile(t.app, user, { lots: starts, idempotencyKey: t.app.newId('key') });
      return refusals.map((refusal) => refusal?.code ?? null);
    };
    deepEqual(await press(), ['batches/photos-not-ready', null]);
    const { run, wantedStart } = await readBatch(t.app, user.id, batchId);
    deepEqual([run, wantedStart], [null, null]);
    await setState('ready');
    deepEqual(await press(), [null, 'batches/already-running']);
    deepEqual((await readBatch(t.app, user.id, batchId)).run?.photoIds.length, 2);
  });

  test('has no part of a lot started as the whole, nor a lot twice', async () => {
    const { user, batchId, photoIds } = await divided(3);
    const lots = [
      { name: 'Unu', photoIds: photoIds.slice(0, 2) },
      { name: 'Doi', photoIds: photoIds.slice(2) },
    ];
    const { batchIds } = await dividePile(t.app, user, { batchId, lots });
    const [first = ''] = batchIds;
    const part = { batchId: first, photoIds: photoIds.slice(0, 1), cost: 1 };
    await t.app.db
      .updateTable('photos')
      .set({ state: 'preparing' })
      .where('id', '=', photoIds[0] ?? '')
      .execute();
    const idempotencyKey = t.app.newId('key');
    const [refusal] = await startPile(t.app, user, { lots: [part], idempotencyKey });
    equal(refusal?.code, 'batches/photos-not-ready');
    equal((await readBatch(t.app, user.id, first)).wantedStart, null);
    const twice = [part, { ...part, photoIds: photoIds.slice(1, 2) }];
    await rejects(startPile(t.app, user, { lots: twice, idempotencyKey }), { code: 'http/bad-request' });
  });

  test('has of each lot refused what its own start refuses, also where it starts by itself', async () => {
    const { user, batchId, photoIds } = await divided(43);
    const parts = [photoIds.slice(0, 21), photoIds.slice(21, 42), photoIds.slice(42)];
    const named = parts.map((ids, i) => ({ name: `Lot ${i}`, photoIds: ids }));
    const { batchIds } = await dividePile(t.app, user, { batchId, lots: named });
    const setState = (state: 'preparing' | 'ready') =>
      t.app.db
        .updateTable('photos')
        .set({ state })
        .where('id', '=', photoIds[21] ?? '')
        .execute();
    await setState('preparing');
    const lots = batchIds.map((id, i) => ({ batchId: id, photoIds: parts[i] ?? [], cost: i === 2 ? 1 : 2 }));
    const refusals = await startPile(t.app, user, { lots, idempotencyKey: t.app.newId('key') });
    deepEqual(
      refusals.map((refusal) => refusal?.code ?? null),
      ['batches/too-many-photos', 'batches/too-many-photos', null],
    );
    await wantStart(t.app, user, { batchId: batchIds[1] ?? '', uploadKeys: [], cost: 2 });
    await setState('ready');
    await startWhenArrived(t.app, { batchId: batchIds[1] ?? '' });
    const read = await readBatch(t.app, user.id, batchIds[1] ?? '');
    deepEqual([read.state, read.wantedStart?.refusal?.code], ['draft', 'batches/too-many-photos']);
  });

  test('keeps the order of a lot that was never divided', async () => {
    const { user, batchId, photoIds } = await divided(2);
    for (const [i, id] of photoIds.entries())
      await t.app.db
        .updateTable('photos')
        .set({ name: `SKU-1_${i}.jpg` })
        .where('id', '=', id)
        .execute();
    const before = (await readBatch(t.app, user.id, batchId)).order;
    deepEqual(await gatherPile(t.app, user, { batchId, name: '' }), []);
    deepEqual((await readBatch(t.app, user.id, batchId)).order, before);
  });

  test('is gathered whole beside a division that another tab has begun', async () => {
    const { user, batchId, photoIds } = await divided(3);
    const lots = photoIds.map((id, i) => ({ name: `Lot ${i}`, photoIds: [id] }));
    // Both wait for the lot, in this order.
    const pressed = await t.app.change(async ({ tx }) => {
      await lockBatch(tx, user.id, batchId);
      const dividing = dividePile(t.app, user, { batchId, lots });
      await untilWaiting(t.app, 1);
      const gathering = gatherPile(t.app, user, { batchId, name: '' });
      await untilWaiting(t.app, 2);
      return { dividing, gathering };
    });
    const { batchIds } = await pressed.dividing;
    deepEqual((await pressed.gathering).sort(), batchIds.slice(1).sort());
    deepEqual([...(await readBatch(t.app, user.id, batchId)).photoIds].sort(), [...photoIds].sort());
  });

  test('keeps a lot that is divided again with all of its parts', async () => {
    const { user, batchId, photoIds } = await divided(4);
    const halves = [photoIds.slice(0, 2), photoIds.slice(2)];
    const named = (parts: string[][]) => parts.map((ids, i) => ({ name: `Lot ${i}`, photoIds: ids }));
    const first = await dividePile(t.app, user, { batchId, lots: named(halves) });
    const second = first.batchIds[1] ?? '';
    const parts = named((halves[1] ?? []).map((id) => [id]));
    const again = await dividePile(t.app, user, { batchId: second, lots: parts });
    equal(again.pileId, batchId);
    const { batches } = await listBatches(t.app, user.id, { pile: batchId });
    deepEqual(batches.map(({ id }) => id).sort(), [batchId, ...again.batchIds].sort());
    equal((await gatherPile(t.app, user, { batchId, name: '' })).length, 2);
    deepEqual((await readBatch(t.app, user.id, batchId)).photoIds, photoIds);
  });

  test('takes back a photo that is in two of its lots once, with the overrides that it has there', async () => {
    const { user, batchId, photoIds } = await divided(3);
    const [first = '', second = '', third = ''] = photoIds;
    const lots = photoIds.map((id, i) => ({ name: `Lot ${i}`, photoIds: [id] }));
    const { batchIds } = await dividePile(t.app, user, { batchId, lots });
    const light = (strength: number) => ({ light: { strength } }) as never;
    const override = (id: string, exceptions: Record<string, never>) =>
      editBatch(t.app, user, { batchId: id, edit: { exceptions } });
    const [, secondLot = '', thirdLot = ''] = batchIds;
    await addPhotos(t.app, user, { batchId: secondLot, photoIds: [first] });
    await override(batchId, { [first]: light(10) });
    await override(secondLot, { [first]: light(90), [second]: light(20) });
    await trashPhotos(t.app, user, [third]);
    await gatherPile(t.app, user, { batchId, name: '' });
    const pile = await readBatch(t.app, user.id, batchId);
    deepEqual(pile.photoIds, [first, second]);
    deepEqual(pile.exceptions, { [first]: light(10), [second]: light(20) });
    // One that lay in the trash meanwhile comes back to the pile: its lot is gone.
    await restorePhotos(t.app, user, [third]);
    deepEqual((await readBatch(t.app, user.id, batchId)).photoIds, photoIds);
    await rejects(readBatch(t.app, user.id, thirdLot), { code: 'batches/not-found' });
  });

  test('gathers no lot that ran: its photos and files stay together', async () => {
    const { user, batchId, photoIds } = await divided(3);
    const lots = photoIds.map((id, i) => ({ name: `Lot ${i}`, photoIds: [id] }));
    const { batchIds: made } = await dividePile(t.app, user, { batchId, lots });
    const start = { batchId: made[1] ?? '', photoIds: [photoIds[1] ?? ''], cost: 1 };
    await startBatch(t.app, user, { ...start, idempotencyKey: t.app.newId('key') });
    deepEqual(await gatherPile(t.app, user, { batchId, name: '' }), [made[2]]);
    deepEqual((await readBatch(t.app, user.id, batchId)).photoIds, [photoIds[0], photoIds[2]]);
    deepEqual((await readBatch(t.app, user.id, made[1] ?? '')).photoIds, [photoIds[1]]);
  });
});
