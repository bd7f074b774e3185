import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import { DEFAULT_BADGE } from '#domain/recipes/overlays.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { User } from '#server/app.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { insertCutout } from '#server/photos/cutout-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';

const turned: PhotoOverrides = { ...NO_OVERRIDES, rotate: 90 };
const WHITE = { ...DEFAULT_BACKGROUND, kind: 'white' as const };
const bare: PhotoOverrides = { ...NO_OVERRIDES, bare: true };

describe('an override of single photos', () => {
  let t: TestApp;
  let user: User;
  before(async () => {
    t = await testApp();
    user = await t.newUser();
  });
  after(() => t.close());

  const overridesOf = async (batchId: string) => (await readBatch(t.app, user.id, batchId)).exceptions;

  it('is kept by photo, and a photo that is not named keeps its own', async () => {
    const { batchId, photoIds } = await t.newBatch(user, 3);
    const [a = '', b = '', c = ''] = photoIds;
    await editBatch(t.app, user, { batchId, edit: { exceptions: { [a]: turned, [b]: bare } } });
    await editBatch(t.app, user, { batchId, edit: { exceptions: { [b]: null, [c]: bare } } });
    deepEqual(await overridesOf(batchId), { [a]: turned, [c]: bare });
  });

  it('is ignored for photos that are not in the batch, also those of other people', async () => {
    const { batchId, photoIds } = await t.newBatch(user, 1);
    const stranger = await t.newUser();
    const other = await t.newBatch(stranger, 1);
    const [own = '', foreign = ''] = [photoIds[0], other.photoIds[0]];
    await editBatch(t.app, user, {
      batchId,
      edit: { name: 'Ghete', exceptions: { [foreign]: turned, [own]: bare } },
    });
    deepEqual(await overridesOf(batchId), { [own]: bare });
    deepEqual((await readBatch(t.app, stranger.id, other.batchId)).exceptions, {});
  });

  it('is refused where a crop leaves the photo', async () => {
    const { batchId, photoIds } = await t.newBatch(user, 1);
    const [own = ''] = photoIds;
    const edit = (crop: Box) =>
      editBatch(t.app, user, { batchId, edit: { exceptions: { [own]: { ...NO_OVERRIDES, crop } } } });
    await rejects(edit({ x: 0.6, y: 0, width: 0.5, height: 1 }), { code: 'recipes/crop-outside' });
    await rejects(edit({ x: 0, y: 0.5, width: 1, height: 0.6 }), { code: 'recipes/crop-outside' });
    deepEqual(await overridesOf(batchId), {});
    const toTheBorder = { x: 0.3334, y: 0, width: 0.6667, height: 1 };
    await edit(toTheBorder);
    deepEqual((await overridesOf(batchId))[own]?.crop, toTheBorder);
  });

  it('is frozen by a start; later edits belong to the next run', async () => {
    const { batchId, photoIds } = await t.newBatch(user, 2);
    const [a = '', b = ''] = photoIds;
    const start = (cost: number) =>
      startBatch(t.app, user, { batchId, photoIds, cost, idempotencyKey: t.app.newId('key') });
    const frozen = async () => {
      const { run } = await readBatch(t.app, user.id, batchId);
      const rows = await t.app.db
        .selectFrom('run_photos')
        .select(['photo_id', 'edits'])
        .where('run_id', '=', run?.id ?? '')
        .execute();
      return Object.fromEntries(rows.map(({ photo_id, edits }) => [photo_id, edits?.exception]));
    };
    await editBatch(t.app, user, { batchId, edit: { exceptions: { [a]: turned } } });
    await start(1);
    await editBatch(t.app, user, { batchId, edit: { exceptions: { [a]: null, [b]: bare } } });
    deepEqual(await frozen(), { [a]: turned, [b]: NO_OVERRIDES });
    const { run } = await readBatch(t.app, user.id, batchId);
    await cancelRun(t.app, user, { batchId, runId: run?.id ?? '' });
    await start(1);
    deepEqual(await frozen(), { [a]: NO_OVERRIDES, [b]: bare });
  });

  it('may be a background: its picture is the person’s, and stays until the run’s end', async () => {
    const { batchId, photoIds } = await t.newBatch(user, 2);
    const [own = ''] = photoIds;
    const picture = (await t.newBatch(user, 1)).photoIds[0] ?? '';
    const foreign = (await t.newBatch(await t.newUser(), 1)).photoIds[0] ?? '';
    const behind = (photoId: string): PhotoOverrides => ({
      ...NO_OVERRIDES,
      background: { ...DEFAULT_BACKGROUND, kind: 'photo', photoId },
    });
    const edit = (overrides: PhotoOverrides) =>
      editBatch(t.app, user, { batchId, edit: { exceptions: { [own]: overrides } } });
    const cutout = {
      id: t.app.newId('cut'),
      photoId: own,
      engine: 'plain' as const,
      confidence: 1,
      sure: true,
      subject: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
      broken: false,
      hints: NO_HINTS,
    };
    await t.app.change(({ tx }) => insertCutout(tx, cutout, null));
    await rejects(edit(behind(foreign)), { code: 'photos/not-found' });
    await edit(behind(picture));
    await startBatch(t.app, user, { batchId, photoIds, cost: 1, idempotencyKey: t.app.newId('key') });
    const pinned = await t.app.db.selectFrom('run_assets').select('photo_id').execute();
    deepEqual(pinned, [{ photo_id: picture }]);

    await trashPhotos(t.app, user, [picture]);
    await edit({ ...behind(picture), rotate: 90 });
    await editBatch(t.app, user, { batchId, edit: { recipe: { ...DEFAULT_RECIPE, badge: DEFAULT_BADGE } } });
    const { run } = await readBatch(t.app, user.id, batchId);
    await cancelRun(t.app, user, { batchId, runId: run?.id ?? '' });
    await t.app.db.updateTable('photos').set({ purged_at: t.app.now() }).where('id', '=', picture).execute();
    const again = { batchId, photoIds, cost: 1, idempotencyKey: t.app.newId('key') };
    await rejects(startBatch(t.app, user, again), { code: 'recipes/picture-gone' });
  });

  it('replaces the recipe for that photo, but the balance of the whole batch stays the batch’s', () => {
    const recipe = { ...DEFAULT_RECIPE, light: { ...DEFAULT_RECIPE.light, sameForLot: true } };
    const light = { ...DEFAULT_RECIPE.light, levels: 80 };
    const own = recipeFor(recipe, { ...NO_OVERRIDES, light, background: WHITE, rotate: 180 });
    equal(own.light.levels, 80);
    equal(own.light.sameForLot, true);
    equal(own.background.kind, 'white');
    equal(own.rotate, 180);
    deepEqual(recipeFor(recipe, NO_OVERRIDES), recipe);
  });
});
