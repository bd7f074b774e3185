import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { editBatch, removePhotos } from '#server/batches/edit/edit-batch.ts';
import { splitBatch } from '#server/batches/edit/split-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';

describe('a batch that is split', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  test('keeps its first photos; the others go into new ones with the same recipe, outputs and overrides', async () => {
    const { app } = t;
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 5);
    const own = { light: { strength: 80 } };
    const [, , third = '', fourth = '', fifth = ''] = photoIds;
    const edit = {
      photoIds,
      outputs: [{ kind: 'preset', preset: 'autovit' } as const],
      exceptions: { [fourth]: own as never },
    };
    await editBatch(app, user, { batchId, edit });
    const made = await splitBatch(app, user, { batchId, lots: [[third, fourth], [fifth]] });
    deepEqual((await readBatch(app, user.id, batchId)).photoIds, photoIds.slice(0, 2));
    const [second, last] = await Promise.all(made.map((id) => readBatch(app, user.id, id)));
    deepEqual([second?.photoIds, last?.photoIds], [[third, fourth], [fifth]]);
    deepEqual([second?.name, last?.name], ['Dacia Logan (2)', 'Dacia Logan (3)']);
    deepEqual(second?.outputs, edit.outputs);
    deepEqual(second?.exceptions[fourth], own);
    deepEqual(second?.recipe, last?.recipe);
  });

  test('is split once, however many tabs press, and not while it is in work or by another user', async () => {
    const { app } = t;
    const [user, other] = [await t.newUser(), await t.newUser()];
    const { batchId, photoIds } = await t.newBatch(user, 4);
    const lots = [photoIds.slice(2)];
    await rejects(splitBatch(app, other, { batchId, lots }), { code: 'batches/not-found' });
    const pressed = await Promise.allSettled([1, 2].map(() => splitBatch(app, user, { batchId, lots })));
    equal(pressed.filter(({ status }) => status === 'fulfilled').length, 1);
    equal((await readBatch(app, user.id, batchId)).photoIds.length, 2);
    const left = photoIds.slice(0, 2);
    await startBatch(app, user, { batchId, photoIds: left, cost: 1, idempotencyKey: app.newId('key') });
    await rejects(splitBatch(app, user, { batchId, lots: [left.slice(1)] }), {
      code: 'batches/already-running',
    });
  });

  test('keeps its photos once it has run, however the run ended: their files and their free redo are its own', async () => {
    const { app } = t;
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 4);
    await startBatch(app, user, { batchId, photoIds, cost: 1, idempotencyKey: app.newId('key') });
    const runId = (await readBatch(app, user.id, batchId)).run?.id ?? '';
    await cancelRun(app, user, { batchId, runId });
    await rejects(splitBatch(app, user, { batchId, lots: [photoIds.slice(2)] }), { code: 'batches/has-run' });
    equal((await readBatch(app, user.id, batchId)).photoIds.length, 4);
    // What is left out of it by the person still goes.
    await removePhotos(app, user, { batchId, photoIds: photoIds.slice(3) });
    equal((await readBatch(app, user.id, batchId)).photoIds.length, 3);
  });
});
