import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dividePile, gatherPile } from '#contract/batch-runs.ts';
import { createBatch, editBatch, readBatch } from '#contract/batches.ts';
import { renamePhoto } from '#contract/gallery.ts';
import { KEPT_NAMES } from '#domain/batches/file-names.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

/** A shop sends its photos again, sorted otherwise: what they are called now is what counts in the new lot. */
describe('a photo that the account has already, sent again under another name', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let earlier: string;
  let later: string;
  let photoId: string;

  const send = async (batchId: string, path: string) => {
    const [folder = '', name = ''] = path.split('/');
    return owner.upload(await smallPhoto(1), {
      name,
      batchId,
      folder,
      shot: folder.toLowerCase(),
      shotKind: 'exterior',
    });
  };
  const lot = (batchId: string) => owner.call(readBatch, { params: { batchId } });
  const shown = async (batchId: string) => {
    const { photos, photoIds } = await lot(batchId);
    return photoIds.map((id) => [photos[id]?.name, photos[id]?.folder, photos[id]?.shot]);
  };
  const isSettled = ({ photos }: Awaited<ReturnType<typeof lot>>) =>
    Object.values(photos).every(({ state }) => state === 'ready' || state === 'duplicate');

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    earlier = (await owner.call(createBatch, { body: { name: 'Rochii' } })).id;
    photoId = await send(earlier, 'Rochii/SKU-2001_1.jpg');
    await pollUntil(() => lot(earlier), isSettled);
    later = (await owner.call(createBatch, { body: { name: 'Grămada' } })).id;
    await send(later, 'Fotoliu/poza_0.jpg');
    await pollUntil(
      () => lot(later),
      (batch) => isSettled(batch) && batch.photoIds.length === 1,
    );
  });
  after(() => server.close());

  it('is one photo, called in each lot as it came there', async () => {
    assert.deepEqual((await lot(later)).photoIds, [photoId]);
    assert.deepEqual(await shown(earlier), [['SKU-2001_1.jpg', 'Rochii', 'rochii']]);
    assert.deepEqual(await shown(later), [['poza_0.jpg', 'Fotoliu', 'fotoliu']]);
  });

  it('is delivered by the name that it came with', async () => {
    await owner.call(editBatch, { params: { batchId: later }, body: { filePattern: KEPT_NAMES } });
    await startRun(owner, later, { photoIds: [photoId], cost: 1 });
    await runEnded(owner, later);
    const { results } = await lot(later);
    assert.deepEqual([...new Set(Object.values(results).map(({ fileName }) => fileName))], ['poza_0.jpg']);
  });

  it('keeps that name in the lots that its pile is divided into, and back in the pile', async () => {
    const pile = (await owner.call(createBatch, { body: { name: 'Teanc' } })).id;
    await send(pile, 'Scaun/poza_9.jpg');
    await owner.upload(await smallPhoto(2), { name: 'alta.jpg', batchId: pile });
    const whole = await pollUntil(
      () => lot(pile),
      (batch) => isSettled(batch) && batch.photoIds.length === 2,
    );
    const other = whole.photoIds.find((id) => id !== photoId) ?? '';
    const { batchIds } = await owner.call(dividePile, {
      params: { batchId: pile },
      body: {
        lots: [
          { name: 'A', photoIds: [other] },
          { name: 'B', photoIds: [photoId] },
        ],
      },
    });
    assert.deepEqual(await shown(batchIds[1] ?? ''), [['poza_9.jpg', 'Scaun', 'scaun']]);
    await owner.call(gatherPile, { params: { batchId: pile }, body: { name: 'Teanc' } });
    assert.deepEqual((await shown(pile)).find(([name]) => name === 'poza_9.jpg')?.[1], 'Scaun');
  });

  it('has the name that its owner gives it from then on in all lots', async () => {
    await owner.call(renamePhoto, { params: { photoId }, body: { name: 'nou' } });
    assert.deepEqual((await shown(later))[0]?.[0], 'nou.jpg');
    assert.deepEqual((await shown(earlier))[0]?.[0], 'nou.jpg');
  });
});
