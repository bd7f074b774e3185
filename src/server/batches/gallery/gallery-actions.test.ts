import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { User } from '#server/app.ts';
import { duplicateBatch } from '#server/batches/edit/duplicate-batch.ts';
import { createBatch, editBatch } from '#server/batches/edit/edit-batch.ts';
import { movePhotos } from '#server/batches/edit/move-photos.ts';
import { renamePhoto } from '#server/batches/photos/edit-photo.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';

describe('an action of the gallery', () => {
  let t: TestApp;
  let user: User;
  let stranger: User;
  let batchId: string;
  let photoIds: string[];
  const batch = (id: string) => readBatch(t.app, user.id, id);

  before(async () => {
    t = await testApp();
    user = await t.newUser();
    stranger = await t.newUser();
    ({ batchId, photoIds } = await t.newBatch(user, 3));
  });
  after(() => t.close());

  it('gives a photo another name, in its batches too', async () => {
    const [photoId = ''] = photoIds;
    assert.equal(await renamePhoto(t.app, user, { photoId, wanted: 'Ţeavă' }), 'Țeavă.jpg');
    const { photos } = await batch(batchId);
    assert.equal(photos[photoId]?.name, 'Țeavă.jpg');
    await assert.rejects(renamePhoto(t.app, stranger, { photoId, wanted: 'a mea' }), {
      code: 'photos/not-found',
    });
  });

  it('duplicates a batch with order, recipe, file names and overrides', async () => {
    const [first = '', second = '', third = ''] = photoIds;
    await editBatch(t.app, user, {
      batchId,
      edit: {
        photoIds: [third, first, second],
        recipe: { ...DEFAULT_RECIPE, rotate: 90 },
        filePattern: '{original}',
        exceptions: { [first]: { ...NO_OVERRIDES, bare: true } },
      },
    });
    const copy = await batch(await duplicateBatch(t.app, user, batchId));
    const original = await batch(batchId);
    assert.notEqual(copy.id, original.id);
    assert.equal(copy.name, `${original.name} (copie)`);
    assert.deepEqual(copy.photoIds, [third, first, second]);
    for (const part of ['recipe', 'outputs', 'filePattern', 'exceptions'] as const)
      assert.deepEqual(copy[part], original[part], part);
    assert.equal(copy.state, 'draft');
    await assert.rejects(duplicateBatch(t.app, stranger, batchId), { code: 'batches/not-found' });
  });

  it('gives batches of one day different names, also those made at once; a typed name stays as it is', async () => {
    const other = await t.newUser();
    const make = async (name: string) => {
      const id = await createBatch(t.app, other, { name });
      return (await readBatch(t.app, other.id, id)).name;
    };
    const names = await Promise.all(Array.from({ length: 3 }, () => make('Lot din 21 nov.')));
    assert.deepEqual(names.sort(), ['Lot din 21 nov.', 'Lot din 21 nov. (2)', 'Lot din 21 nov. (3)']);
    assert.deepEqual(
      [await make('Lot din 2 nov.'), await make('Lot din 21 nov.')],
      ['Lot din 2 nov.', 'Lot din 21 nov. (4)'],
    );
    assert.deepEqual([await make('Jante'), await make('Jante')], ['Jante', 'Jante']);
    assert.equal(
      (await batch(await createBatch(t.app, user, { name: 'Lot din 21 nov.' }))).name,
      'Lot din 21 nov.',
    );
  });

  it('moves photos into a batch and, when asked, out of all the others', async () => {
    const [first = '', second = ''] = photoIds;
    const target = await createBatch(t.app, user, { name: 'Țintă' });
    await movePhotos(t.app, user, { photoIds: [first], batchId: target, leave: false });
    assert.deepEqual((await batch(target)).photoIds, [first]);
    assert.ok((await batch(batchId)).photoIds.includes(first));
    await movePhotos(t.app, user, { photoIds: [first, second], batchId: target, leave: true });
    assert.deepEqual((await batch(target)).photoIds.sort(), [first, second].sort());
    assert.deepEqual((await batch(batchId)).photoIds, [photoIds[2]]);
    const own = await createBatch(t.app, stranger, { name: 'Al meu' });
    const moves = [
      { batchId: target, code: 'batches/not-found' },
      { batchId: own, code: 'photos/not-found' },
    ];
    for (const { batchId: into, code } of moves)
      await assert.rejects(movePhotos(t.app, stranger, { photoIds: [first], batchId: into, leave: true }), {
        code,
      });
    assert.deepEqual((await batch(target)).photoIds.sort(), [first, second].sort());
  });
});
