import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { readBatch } from '#contract/batches.ts';
import { approveCutouts, makeCutout, takeBackApprovals } from '#contract/photos.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const BOX = { x: 0.18, y: 0.4, width: 0.56, height: 0.42 };

describe('approvals of cut-outs', () => {
  let server: TestServer;
  let owner: Client;
  before(async () => {
    server = await testServer();
    owner = await server.newUser();
  });
  after(() => server.close());

  const photo = async (seed: number) => (await uploadPhotos(owner, [seed]))[0] as string;
  const draw = async (photoId: string, { box }: { box: Box; strokes: [] }) => {
    const { cutout } = await owner.call(makeCutout, { params: { photoId }, body: { box, strokes: [] } });
    ok(cutout);
    return cutout;
  };

  test('are given to many at once, but to none that was drawn anew meanwhile and to none of other people’s', async () => {
    const ids = [await photo(41), await photo(42), await photo(43)];
    const batch = await newBatch(owner, { name: 'Planșa', photoIds: ids });
    const drawn = [];
    for (const id of ids)
      drawn.push({ photoId: id, cutoutId: (await draw(id, { box: BOX, strokes: [] })).id });
    const [, , last] = ids;
    await draw(last ?? '', { box: { ...BOX, x: 0.2 }, strokes: [] });
    const taken = await owner.call(approveCutouts, { body: { photos: drawn } });
    deepEqual([...taken.photoIds].sort(), ids.slice(0, 2).sort());
    const { photos } = await owner.call(readBatch, { params: { batchId: batch.id } });
    deepEqual(
      ids.map((id) => photos[id]?.cutout?.approved),
      [true, true, false],
    );
    const other = await server.newUser();
    await rejects(other.call(approveCutouts, { body: { photos: drawn } }), { code: 'photos/not-found' });
  });

  test('are taken back, many at once: the cut-outs wait again, and a preview shows the file as if they were approved', async () => {
    const ids = [await photo(44), await photo(45)];
    const batch = await newBatch(owner, { name: 'Înapoi', photoIds: ids });
    const drawn = [];
    for (const id of ids)
      drawn.push({ photoId: id, cutoutId: (await draw(id, { box: BOX, strokes: [] })).id });
    await server.database.pool.query('update cutouts set sure = false where id = any($1)', [
      drawn.map(({ cutoutId }) => cutoutId),
    ]);
    await owner.call(approveCutouts, { body: { photos: drawn } });
    const other = await server.newUser();
    await rejects(other.call(takeBackApprovals, { body: { photos: drawn } }), { code: 'photos/not-found' });
    const taken = await owner.call(takeBackApprovals, { body: { photos: drawn } });
    deepEqual([...taken.photoIds].sort(), [...ids].sort());
    // None of them is still approved.
    deepEqual((await owner.call(takeBackApprovals, { body: { photos: drawn } })).photoIds, []);
    const { photos, recipe } = await owner.call(readBatch, { params: { batchId: batch.id } });
    deepEqual(
      ids.map((id) => photos[id]?.cutout?.approved),
      [false, false],
    );
    equal(typeof photos[ids[0] ?? '']?.cutout?.broken, 'boolean');

    const background = { ...recipe.background, kind: 'colour', colour: 'ff00ff' } as const;
    const cornerOf = async (approved: boolean) => {
      const path = `/api/batches/${batch.id}/preview`;
      const body = { photoId: ids[0], recipe: { ...recipe, background }, output: null, side: 320 };
      const answer = await owner.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, stage: 'after', approved }),
      });
      const { data } = await sharp(await answer.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data.subarray(0, 3)];
    };
    const isMagenta = ([r = 0, g = 0, b = 0]: number[]) => r > 230 && g < 30 && b > 230;
    deepEqual([isMagenta(await cornerOf(false)), isMagenta(await cornerOf(true))], [false, true]);
  });
});
