import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { editBatch, readBatch } from '#contract/batches.ts';
import { confirmPlates, listPhotos } from '#contract/photos.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const PLATE: Quad = [
  { x: 0.4, y: 0.5 },
  { x: 0.6, y: 0.5 },
  { x: 0.6, y: 0.6 },
  { x: 0.4, y: 0.6 },
];
const [A, B, C, D] = PLATE;

describe('licence plates', () => {
  let server: TestServer;
  let client: Client;
  let photoIds: string[];

  before(async () => {
    server = await testServer();
    client = await server.newUser();
    photoIds = await uploadPhotos(client, [1, 2]);
  });
  after(() => server.close());

  const confirm = (photoId: string, plates: readonly Quad[] | null, by: Client = client) =>
    by.call(confirmPlates, { body: { photos: [{ photoId, plates: plates && [...plates] }] } });
  const platesIn = async (batchId: string, photoId: string) =>
    (await client.call(readBatch, { params: { batchId } })).photos[photoId]?.plates;

  it('confirmed on one photo hold in all its batches and in the gallery, until that is taken back', async () => {
    const [photoId = '', other = ''] = photoIds;
    const batches = [
      await newBatch(client, { name: 'Unu', photoIds }),
      await newBatch(client, { name: 'Doi', photoIds: [photoId] }),
    ];
    const { photos } = await client.call(listPhotos, {});
    assert.deepEqual(
      photos.map(({ plates }) => plates),
      [null, null],
    );
    assert.deepEqual(await confirm(photoId, [PLATE]), { photoIds: [photoId] });
    for (const { id, rev } of batches) {
      assert.deepEqual(await platesIn(id, photoId), [PLATE]);
      assert.equal((await client.call(readBatch, { params: { batchId: id } })).rev, rev + 1);
    }
    assert.equal(await platesIn(batches[0]?.id ?? '', other), null);
    await confirm(photoId, []);
    assert.deepEqual(await platesIn(batches[0]?.id ?? '', photoId), []);
    await confirm(photoId, null);
    assert.equal(await platesIn(batches[0]?.id ?? '', photoId), null);
  });

  it('of many photos are confirmed at once, or none where one is not the caller’s', async () => {
    const stranger = await server.newUser();
    const [theirs = ''] = await uploadPhotos(stranger, [3]);
    const [a = '', b = ''] = photoIds;
    const { id } = await newBatch(client, { name: 'Lot', photoIds });
    const both = [a, b].map((photoId) => ({ photoId, plates: [PLATE] }));
    await assert.rejects(
      client.call(confirmPlates, { body: { photos: [...both, { photoId: theirs, plates: [] }] } }),
      { code: 'photos/not-found' },
    );
    assert.equal(await platesIn(id, a), null);
    await client.call(confirmPlates, { body: { photos: both } });
    assert.deepEqual([await platesIn(id, a), await platesIn(id, b)], [[PLATE], [PLATE]]);
    await confirm(a, null);
    await confirm(b, null);
  });

  it('with crossed, folded or turned corners, without area or outside the photo are refused', async () => {
    const [photoId = ''] = photoIds;
    const wrong: Quad[] = [
      [A, C, B, D],
      [D, C, B, A],
      [A, A, A, A],
      [A, B, { x: 0.45, y: 0.52 }, D],
      [A, B, { x: 0.6, y: 0.5000001 }, { x: 0.4, y: 0.5000001 }],
      [{ x: -0.1, y: 0.5 }, B, C, D],
    ];
    for (const quad of wrong) await assert.rejects(confirm(photoId, [quad]), { code: 'http/bad-request' });
    await assert.rejects(confirm(photoId, Array(21).fill(PLATE)), { code: 'http/bad-request' });
    await confirm(photoId, Array(20).fill(PLATE));
    await confirm(photoId, null);
  });

  it('are frozen by a start and covered in the result and its small copy, whatever is confirmed later', async () => {
    const [photoId = ''] = photoIds;
    await confirm(photoId, [PLATE]);
    const batch = await newBatch(client, { name: 'Lot', photoIds: [photoId] });
    const { recipe } = batch;
    const plates = { ...recipe.plates, colour: 'ff0000' };
    const light = { ...recipe.light, levels: 0, localContrast: 0, whiteBalance: 'off' } as const;
    await client.call(editBatch, {
      params: { batchId: batch.id },
      body: { recipe: { ...recipe, plates, light, straighten: 'off' } },
    });
    await startRun(client, batch.id, { photoIds: [photoId], cost: 1 });
    await confirm(photoId, null);
    const done = await runEnded(client, batch.id);
    const [result] = Object.values(done.results);
    assert.deepEqual(result?.facts?.covers, [PLATE]);
    for (const kind of ['file', 'thumbnail']) {
      const file = await client.fetch(`/api/results/${result?.id}/${kind}`);
      const { data, info } = await sharp(await file.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (Math.round(0.55 * info.height) * info.width + Math.round(0.5 * info.width)) * info.channels;
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      // The cover is as bright as the plate was.
      assert.ok(r > 150 && g < 30 && b < 30, `${kind} ${r} ${g} ${b}`);
    }
  });
});
