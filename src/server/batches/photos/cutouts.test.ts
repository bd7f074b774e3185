import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { editBatch, readBatch } from '#contract/batches.ts';
import { approveCutout, makeCutout, photoMask, photoSketch, readCutout } from '#contract/photos.ts';
import { fillPath } from '#contract/route.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { MOST_DRAWN, MOST_STROKES, NO_HINTS } from '#domain/recipes/cutout.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App, User } from '#server/app.ts';
import { makeCutout as askForCutout, cutOutPhoto } from '#server/batches/photos/make-cutout.ts';
import { purgeTrash } from '#server/batches/trash/purge-photos.ts';
import { trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { deleteReplacedCutouts, findModelCutout, isUsable } from '#server/photos/cutout-store.ts';
import { maskKey, proxyKey } from '#server/photos/file-keys.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { NO_UPLOADS } from '#testing/files/no-uploads.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const WHITE = { ...DEFAULT_RECIPE, background: { ...DEFAULT_RECIPE.background, kind: 'white' as const } };
const BOX = { x: 0.18, y: 0.4, width: 0.56, height: 0.42 };

describe('cut-outs', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  /** A photo whose job fails, is tried again and fails while the other tests run. */
  let broken: ReturnType<typeof brokenOne>;
  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    broken = brokenOne();
  });
  after(async () => {
    deepEqual(await findViolations(server.app, { orphanGraceMs: 0, deep: true }), []);
    await server.close();
  });

  const photo = async (seed: number) => (await uploadPhotos(owner, [seed]))[0] as string;
  const draw = async (photoId: string, hints: typeof NO_HINTS) => {
    const body = structuredClone(hints) as Parameters<typeof owner.call<typeof makeCutout>>[1]['body'];
    const { cutout } = await owner.call(makeCutout, { params: { photoId }, body });
    ok(cutout);
    return cutout;
  };
  const brokenOne = async () => {
    const photoId = await photo(21);
    const { id: batchId } = await newBatch(owner, { name: 'Stricat', photoIds: [photoId] });
    const { path: proxy } = await server.app.files.borrow(proxyKey(photoId));
    await rename(proxy, `${proxy}.away`);
    await owner.call(editBatch, { params: { batchId }, body: { recipe: structuredClone(WHITE) } });
    return {
      photoId,
      shown: async () => (await owner.call(readBatch, { params: { batchId } })).photos[photoId],
      mend: () => rename(`${proxy}.away`, proxy),
    };
  };
  const frozenOf = async (photoId: string) => {
    const rows = await server.app.db
      .selectFrom('run_photos')
      .innerJoin('runs', 'runs.id', 'run_photos.run_id')
      .select('edits')
      .where('photo_id', '=', photoId)
      .orderBy('runs.number')
      .execute();
    return rows.map(({ edits }) => edits?.cutoutId);
  };

  test('the newest cut-out is kept with the photo, with the box and strokes it was made from', async () => {
    const photoId = await photo(11);
    deepEqual(await owner.call(readCutout, { params: { photoId } }), { cutout: null, kept: null });
    const boxed = await draw(photoId, { box: BOX, strokes: [] });
    const stroke = { kind: 'remove' as const, radius: 0.02, points: [{ x: 0.2, y: 0.42 }] };
    const brushed = await draw(photoId, { box: BOX, strokes: [stroke] });
    notEqual(boxed.id, brushed.id);
    const { cutout } = await owner.call(readCutout, { params: { photoId } });
    deepEqual(cutout, { ...brushed, box: BOX, strokes: [stroke] });
    const mask = await owner.fetch(fillPath(photoMask.path, { photoId }));
    equal(mask.headers.get('content-type'), 'image/png');
    equal((await mask.arrayBuffer()).byteLength > 50, true);
  });

  test('brushed over one that asks for a look wait for a yes, however good they seem', async () => {
    const photoId = await photo(43);
    const first = await draw(photoId, { box: BOX, strokes: [] });
    const stroke = { kind: 'remove' as const, radius: 0.02, points: [{ x: 0.2, y: 0.42 }] };
    const { pool } = server.database;
    await pool.query('update cutouts set sure = false where id = $1', [first.id]);
    const once = await draw(photoId, { box: BOX, strokes: [stroke] });
    const twice = await draw(photoId, { box: BOX, strokes: [stroke, { ...stroke, kind: 'keep' }] });
    deepEqual([once.sure, twice.sure], [false, false]);
    const { cutout } = await owner.call(approveCutout, { params: { photoId }, body: { cutoutId: twice.id } });
    equal(cutout?.approved, true);
    const over = await draw(photoId, { box: BOX, strokes: [stroke, stroke] });
    // Drawn over one that counts it says whether it may spoil that.
    equal(over.sure, true);
  });

  test('made on two processes: the one requested later counts, also when the earlier takes longer', async () => {
    const photoId = await photo(37);
    const user: User = { id: owner.uid, role: 'user', sessionId: '' };
    const [isCut, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The other process knows nothing of the later request.
    const { imaging } = server.app;
    const cutOut: App['imaging']['cutOut'] = async (job) => {
      const found = await imaging.cutOut(job);
      isCut.resolve();
      await open.promise;
      return found;
    };
    const elsewhere: App = { ...server.app, imaging: { ...imaging, cutOut } };
    const earlier = askForCutout(elsewhere, user, { photoId, hints: { box: BOX, strokes: [] } });
    await isCut.promise;
    const later = await draw(photoId, { box: { ...BOX, x: 0.3 }, strokes: [] });
    open.resolve();
    equal(await earlier, null);
    equal((await owner.call(readCutout, { params: { photoId } })).cutout?.id, later.id);
  });

  test('of a model are remembered while boxes are drawn anew, so that each box can take from them', async () => {
    const photoId = await photo(31);
    const first = await draw(photoId, NO_HINTS);
    equal(await findModelCutout(server.app.db, photoId), null);
    await server.database.pool.query("update cutouts set engine = 'model' where id = $1", [first.id]);
    for (const x of [BOX.x, BOX.x + 0.02]) await draw(photoId, { box: { ...BOX, x }, strokes: [] });
    equal((await findModelCutout(server.app.db, photoId))?.id, first.id);
  });

  test('drawn over a good one wait until they are taken; going back to the good one needs no engine', async () => {
    const photoId = await photo(19);
    const params = { photoId };
    const batch = await newBatch(owner, { name: 'Grăbit', photoIds: [photoId] });
    const counted = async () =>
      (await owner.call(readBatch, { params: { batchId: batch.id } })).photos[photoId]?.cutout?.id;
    const good = await draw(photoId, { box: BOX, strokes: [] });
    await owner.call(approveCutout, { params, body: { cutoutId: good.id } });
    const hasty = await draw(photoId, { box: { ...BOX, x: 0.6, width: 0.3 }, strokes: [] });
    equal(await counted(), good.id);
    const read = await owner.call(readCutout, { params });
    deepEqual([read.cutout?.id, read.kept?.id, read.kept?.box], [hasty.id, good.id, BOX]);
    await deleteReplacedCutouts(server.app.db, new Date(Date.now() + 1000));
    ok(await server.app.files.sizeOf(maskKey(hasty.id)));

    const back = await draw(photoId, { box: BOX, strokes: [] });
    deepEqual([back.id, back.approved], [good.id, true]);
    equal((await owner.call(readCutout, { params })).kept, null);
    await rejects(owner.call(approveCutout, { params, body: { cutoutId: hasty.id } }), {
      code: 'photos/cutout-replaced',
    });

    const next = await draw(photoId, NO_HINTS);
    equal(await counted(), good.id);
    await owner.call(approveCutout, { params, body: { cutoutId: next.id } });
    equal(await counted(), next.id);
  });

  test('in which nothing of the object is left are never taken, and never used', async () => {
    const photoId = await photo(23);
    const empty = await draw(photoId, { box: BOX, strokes: [] });
    await server.database.pool.query('update cutouts set subject = null where id = $1', [empty.id]);
    const asked = { params: { photoId }, body: { cutoutId: empty.id } };
    await rejects(owner.call(approveCutout, asked), { code: 'photos/cutout-empty' });
    const { cutout } = await owner.call(readCutout, { params: { photoId } });
    deepEqual([cutout?.id, cutout?.approved], [empty.id, false]);
    equal(isUsable({ sure: true, approved_at: new Date(), subject: null }), false);
  });

  test('take as many strokes as they promise, however their numbers are written', async () => {
    const point = { x: 0.1234567890123456, y: 0.9876543210987654 };
    const points = Array.from({ length: MOST_DRAWN / MOST_STROKES }, () => point);
    const stroke = { kind: 'keep' as const, radius: 0.005, points };
    const params = { photoId: 'img_aaaaaaaaaaaaaaaaaaaaaaaaaa' };
    const ask = (strokes: (typeof stroke)[]) =>
      owner.call(makeCutout, { params, body: { box: null, strokes } });
    const [first = stroke, ...others] = Array.from({ length: MOST_STROKES }, () => stroke);
    // The body is read to its end before the photo is looked up.
    await rejects(ask([first, ...others]), { code: 'photos/not-found' });
    const longer = { ...first, points: [...points, point] };
    await rejects(ask([longer, ...others]), { code: 'http/bad-request' });
  });

  test('are limited by the day, since drawings are kept for as long', async () => {
    const drawer = await server.newUser();
    await server.database.pool.query("insert into rate_limits values ($1, 2999, now() + interval '1 hour')", [
      `cutouts:${drawer.uid}`,
    ]);
    const params = { photoId: 'img_aaaaaaaaaaaaaaaaaaaaaaaaaa' };
    const ask = () => drawer.call(makeCutout, { params, body: { box: null, strokes: [] } });
    await rejects(ask(), { code: 'photos/not-found' });
    await rejects(ask(), { status: 429, code: 'http/too-many-requests' });
  });

  test('can be approved only while they are the newest, and only by their owner', async () => {
    const photoId = await photo(12);
    const first = await draw(photoId, { box: BOX, strokes: [] });
    const second = await draw(photoId, NO_HINTS);
    const params = { photoId };
    await rejects(owner.call(approveCutout, { params, body: { cutoutId: first.id } }), {
      code: 'photos/cutout-replaced',
    });
    const stranger = await server.newUser();
    await rejects(stranger.call(approveCutout, { params, body: { cutoutId: second.id } }), {
      code: 'photos/not-found',
    });
    const { cutout } = await owner.call(approveCutout, { params, body: { cutoutId: second.id } });
    equal(cutout.approved, true);
  });

  test('a sketch is only for the photo’s owner, while there is no cut-out; without a second model there is none', async () => {
    const photoId = await photo(38);
    const path = fillPath(photoSketch.path, { photoId });
    equal((await (await server.newUser()).fetch(path)).status, 404);
    equal((await owner.fetch(path)).status, 204);
    deepEqual(await owner.call(readCutout, { params: { photoId } }), { cutout: null, kept: null });
  });

  test('the mask of one photo is not served under another', async () => {
    const [one, other] = [await photo(13), await photo(14)];
    const { id } = await draw(one, { box: BOX, strokes: [] });
    const answer = await owner.fetch(`${fillPath(photoMask.path, { photoId: other })}?cutout=${id}`);
    equal(answer.status, 404);
  });

  test('are made for a batch that needs its objects, but not for photos that keep their background', async () => {
    const ids = await uploadPhotos(owner, [15, 16, 20]);
    const batch = await newBatch(owner, { name: 'Fundal', photoIds: ids });
    const [cut = '', kept = '', third = ''] = batch.photoIds;
    const params = { batchId: batch.id };
    const keeps = { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND };
    const exceptions = { [kept]: keeps, [third]: keeps };
    await owner.call(editBatch, { params, body: { exceptions } });
    await owner.call(editBatch, { params, body: { recipe: structuredClone(WHITE) } });
    const after = await pollUntil(
      () => owner.call(readBatch, { params }),
      (batch) => batch.photos[cut]?.cutout !== null,
    );
    equal(after.photos[kept]?.cutout, null);
    const { id } = after.photos[cut]?.cutout ?? { id: '' };
    await cutOutPhoto(server.app, { photoId: cut });
    const again = await owner.call(readCutout, { params: { photoId: cut } });
    equal(again.cutout?.id, id);
    await owner.call(editBatch, { params, body: { exceptions: { [kept]: null } } });
    await pollUntil(
      () => owner.call(readBatch, { params }),
      (batch) => batch.photos[kept]?.cutout !== null,
    );
    // A crop to a ratio depends on the object too, whatever the background.
    for (const recipe of [DEFAULT_RECIPE, { ...DEFAULT_RECIPE, crop: '1:1' as const }])
      await owner.call(editBatch, { params, body: { recipe } });
    await pollUntil(
      () => owner.call(readBatch, { params }),
      (batch) => batch.photos[third]?.cutout !== null,
    );
  });

  test('of a photo that failed are reported as such, and made when they are requested again', async () => {
    const { photoId, shown, mend } = await broken;
    equal((await pollUntil(shown, (photo) => photo?.cutoutFailed === true))?.cutout, null);
    await mend();
    await draw(photoId, NO_HINTS);
    const found = await shown();
    equal(found?.cutoutFailed, false);
    ok(found?.cutout);
  });

  test('are frozen by a run that may use them; those not sure and not approved are left out', async () => {
    const photoId = await photo(17);
    const batch = await newBatch(owner, { name: 'Înghețat', photoIds: [photoId] });
    await owner.call(editBatch, { params: { batchId: batch.id }, body: { recipe: structuredClone(WHITE) } });
    const made = await draw(photoId, { box: BOX, strokes: [] });
    await server.app.db.updateTable('cutouts').set({ sure: false }).where('id', '=', made.id).execute();
    await startRun(owner, batch.id, { photoIds: [photoId], cost: 1 });
    await runEnded(owner, batch.id);
    await owner.call(approveCutout, { params: { photoId }, body: { cutoutId: made.id } });
    await startRun(owner, batch.id, { photoIds: [photoId], cost: 0 });
    await runEnded(owner, batch.id);
    deepEqual(await frozenOf(photoId), [null, made.id]);
  });

  test('that were replaced go with the daily cleanup, the current one stays; a purged photo takes its masks along', async () => {
    const photoId = await photo(18);
    const old = await draw(photoId, { box: BOX, strokes: [] });
    const current = await draw(photoId, NO_HINTS);
    await owner.call(approveCutout, { params: { photoId }, body: { cutoutId: current.id } });
    const later = new Date(Date.now() + 1000);
    await deleteReplacedCutouts(server.app.db, later);
    await removeOrphanFiles(server.app, NO_UPLOADS, { before: later });
    const sizes = () => Promise.all([old, current].map(({ id }) => server.app.files.sizeOf(maskKey(id))));
    const [gone, kept] = await sizes();
    equal(gone, null);
    ok(kept);
    await trashPhotos(server.app, { id: owner.uid, role: 'user', sessionId: 'ses' }, [photoId]);
    await purgeTrash(server.app, new Date(Date.now() + 31 * 86_400_000));
    deepEqual(await sizes(), [null, null]);
  });
});
