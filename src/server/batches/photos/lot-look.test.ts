import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { User } from '#server/app.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { newestRun, settingsOfRun } from '#server/batches/store/run-store.ts';
import { insertCutout } from '#server/photos/cutout-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';

const SHOWROOM = {
  ...DEFAULT_RECIPE,
  straighten: 'off' as const,
  background: { ...DEFAULT_BACKGROUND, kind: 'scene' as const, scene: 'showroom-light' as const },
};
/** Width ÷ height 3, 2 and 1.5 on a photo of 4 : 3. */
const SIDE: Box = { x: 0.1, y: 0.3, width: 0.9 * 0.9, height: 0.36 };
const CORNER: Box = { x: 0.2, y: 0.3, width: 0.6, height: 0.4 };
const FAR_AWAY: Box = { x: 0.4, y: 0.1, width: 0.45, height: 0.4 };

describe('the look of a lot', () => {
  let t: TestApp;
  let user: User;
  before(async () => {
    t = await testApp();
  });
  beforeEach(async () => {
    user = await t.newUser();
  });
  after(() => t.close());

  const cut = (photoId: string, subject: Box, sure = true) =>
    t.app.change(({ tx }) =>
      insertCutout(
        tx,
        {
          id: t.app.newId('cut'),
          photoId,
          engine: 'model',
          confidence: 1,
          sure,
          subject,
          broken: false,
          hints: NO_HINTS,
        },
        null,
      ),
    );
  /** Photos on another background, one per box. */
  const lotOf = async (...boxes: readonly Box[]) => {
    const { batchId, photoIds } = await t.newBatch(user, boxes.length);
    await editBatch(t.app, user, { batchId, edit: { recipe: SHOWROOM } });
    for (const [i, box] of boxes.entries()) await cut(photoIds[i] as string, box);
    return { batchId, photoIds };
  };
  const frozenBy = async (batchId: string, photoIds: readonly string[], cost = 1) => {
    await startBatch(t.app, user, { batchId, photoIds, cost, idempotencyKey: t.app.newId('key') });
    const run = await newestRun(t.app.db, batchId);
    ok(run);
    const { lotLook } = await settingsOfRun(t.app.db, run.id);
    await cancelRun(t.app, user, { batchId, runId: run.id });
    return { lotLook, runId: run.id };
  };

  test('is kept with the run that began with it, whatever is cut out afterwards', async () => {
    const { batchId, photoIds } = await lotOf(SIDE, CORNER);
    const { lotLook, runId } = await frozenBy(batchId, photoIds);
    deepEqual(lotLook, { long: { aspects: [2, 2, 3], pixels: 2400 } });
    const added = await t.addReadyPhotos(user, batchId, 1);
    await cut(added[0] as string, FAR_AWAY);
    deepEqual((await settingsOfRun(t.app.db, runId)).lotLook, lotLook);
    notDeepEqual((await frozenBy(batchId, [...photoIds, ...added])).lotLook, lotLook);
  });

  test('is that of all its photos, so that a photo run by itself stands as the others', async () => {
    const { batchId, photoIds } = await lotOf(SIDE, CORNER, FAR_AWAY);
    const all = await frozenBy(batchId, photoIds);
    const alone = await frozenBy(batchId, photoIds.slice(1, 2));
    deepEqual(alone.lotLook, all.lotLook);
    deepEqual(all.lotLook?.long?.aspects, [1.5, 2, 3]);
  });

  test('leaves out photos that keep their background, are cropped by hand or are not cut out for sure', async () => {
    const { batchId, photoIds } = await lotOf(SIDE, CORNER, FAR_AWAY, CORNER);
    const [, , kept = '', cropped = ''] = photoIds;
    const more = await t.addReadyPhotos(user, batchId, 2);
    await cut(more[0] as string, FAR_AWAY, false);
    const exceptions = {
      [kept]: { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND },
      [cropped]: { ...NO_OVERRIDES, crop: { x: 0, y: 0, width: 0.9, height: 0.9 } },
    };
    await editBatch(t.app, user, { batchId, edit: { exceptions } });
    const { lotLook } = await frozenBy(batchId, [...photoIds, ...more]);
    deepEqual(lotLook, { long: { aspects: [2, 2, 3], pixels: 2400 } });
  });

  test('is none where every photo keeps its background, nor in a run of the version before', async () => {
    const { batchId, photoIds } = await t.newBatch(user, 2);
    const { lotLook, runId } = await frozenBy(batchId, photoIds);
    equal(lotLook, null);
    const { lot_look } = await t.app.db
      .selectFrom('runs')
      .select('lot_look')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    equal(lot_look, null);
  });
});
