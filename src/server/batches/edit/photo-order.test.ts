import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PhotoOrder } from '#domain/batches/order.ts';
import type { User } from '#server/app.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { listBatches } from '#server/batches/store/batch-list-view.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';

describe('the order of a batch’s photos', () => {
  let t: TestApp;
  let user: User;
  before(async () => {
    t = await testApp();
    user = await t.newUser();
  });
  after(() => t.close());

  /** Photos of these names, with the times at which they were taken. */
  async function lot(photos: readonly (readonly [name: string, takenAt: string | null])[]) {
    const { batchId, photoIds } = await t.newBatch(user, photos.length);
    for (const [i, [name, takenAt]] of photos.entries())
      await t.app.db
        .updateTable('photos')
        .set({ name, taken_at: takenAt })
        .where('id', '=', photoIds[i] ?? '')
        .execute();
    const ids = new Map(photos.map(([name], i) => [name, photoIds[i] ?? '']));
    const names = async () => {
      const { photoIds: shown, photos: known } = await readBatch(t.app, user.id, batchId);
      return shown.map((id) => known[id]?.name).join(' ');
    };
    const order = (wanted: PhotoOrder) => editBatch(t.app, user, { batchId, edit: { order: wanted } });
    return { batchId, ids, names, order };
  }

  test('goes by time only where every photo has one, and lists show the same cover', async () => {
    const mixed = await lot([
      ['SKU_10', null],
      ['SKU_9', null],
      ['z', '2026-11-18T12:04:00'],
    ]);
    equal(await mixed.names(), 'SKU_9 SKU_10 z');
    const { batches } = await listBatches(t.app, user.id, {});
    deepEqual(
      batches[0]?.coverIds,
      ['SKU_9', 'SKU_10', 'z'].map((name) => mixed.ids.get(name)),
    );
    const timed = await lot([
      ['a', '2026-11-18T12:04:00.8'],
      ['b', '2026-11-18T12:04:00.1'],
    ]);
    equal(await timed.names(), 'b a');
  });

  test('made by hand is never sorted again, and is kept while another one is chosen', async () => {
    const { batchId, ids, names, order } = await lot([
      ['c', '2026-11-18T12:04:01'],
      ['a', '2026-11-18T12:04:02'],
      ['b', '2026-11-18T12:04:03'],
    ]);
    const byHand = ['b', 'c', 'a'].map((name) => ids.get(name) ?? '');
    const { patch } = await editBatch(t.app, user, { batchId, edit: { photoIds: byHand } });
    deepEqual(patch.order, { by: 'hand', hasHand: true });
    equal(await names(), 'b c a');
    await order('name');
    equal(await names(), 'a b c');
    await order('time');
    equal(await names(), 'c a b');
    const { patch: back } = await order('hand');
    deepEqual([back.photoIds, await names()], [byHand, 'b c a']);
  });
});
