import { deepEqual, equal, rejects } from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Batch, editBatch, readBatch } from '#contract/batches.ts';
import { listGallery } from '#contract/gallery.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { readZip } from '#testing/files/zip.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const MAIN: OutputChoice = { kind: 'preset', preset: 'emag-principal' };
const REST: OutputChoice = { kind: 'preset', preset: 'emag-secundar' };

describe('eMAG’s main picture is the cover alone, its further ones are the others', () => {
  let server: TestServer;
  let client: Client & { uid: string };
  let photoIds: string[];

  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    client = await server.newUser();
    photoIds = await uploadPhotos(client, [1, 2, 3]);
  });
  after(() => server.close());

  const lot = (outputs: OutputChoice[]) => newBatch(client, { name: 'Cizme', photoIds, outputs });
  const process = async ({ id }: Batch, wanted: string[], cost: number) => {
    await startRun(client, id, { photoIds: wanted, cost });
    return runEnded(client, id);
  };
  /** Returns the places of the photos that have a file, by output. */
  const places = (batch: Batch) => {
    const of = (key: string) =>
      Object.values(batch.results)
        .filter(({ outputKey }) => outputKey === key)
        .map(({ photoId }) => batch.photoIds.indexOf(photoId) + 1)
        .sort((a, b) => a - b)
        .join();
    return { main: of('emag-principal'), rest: of('emag-secundar') };
  };
  const zipped = async ({ id }: Batch) => {
    const answer = await client.fetch(`/api/batches/${id}/zip`);
    return readZip(Buffer.from(await answer.arrayBuffer())).map(({ name }) => name);
  };

  it('no file is made twice: in the results, the ZIP and the gallery', async () => {
    const made = await process(await lot([MAIN, REST]), photoIds, 1);
    deepEqual([made.state, places(made)], ['done', { main: '1', rest: '2,3' }]);
    deepEqual(await zipped(made), [
      'eMAG principal/Cizme_01.jpg',
      'eMAG secundar/Cizme_02.jpg',
      'eMAG secundar/Cizme_03.jpg',
    ]);
    const { items } = await client.call(listGallery, { query: { kind: 'results', lot: made.id } });
    equal(items.length, 3);
  });

  it('a photo that no place takes is left out of the run: neither failed nor paid, and it makes no run partial', async () => {
    const made = await process(await lot([MAIN]), photoIds, 1);
    deepEqual([made.state, made.run?.settled, made.run?.photoIds], ['done', 1, [made.photoIds[0]]]);
    deepEqual(made.window.photoIds, [made.photoIds[0]], 'only what was done is paid for');
    const others = await process(await lot([REST]), photoIds, 1);
    deepEqual([others.state, places(others)], ['done', { main: '', rest: '2,3' }]);
    await rejects(startRun(client, made.id, { photoIds: made.photoIds.slice(1), cost: 0 }), {
      code: 'batches/none-taken',
    });
  });

  it('the next run with another cover removes the former one’s main file and makes what is missing', async () => {
    const made = await process(await lot([MAIN, REST]), photoIds, 1);
    const [a = '', b = '', c = ''] = made.photoIds;
    const params = { batchId: made.id };
    await client.call(editBatch, { params, body: { photoIds: [b, a, c] } });
    const before = await client.call(readBatch, { params });
    deepEqual(places(before), { main: '2', rest: '1,3' }, 'what is delivered stays until then');
    const again = await process(before, [a, b, c], 0);
    deepEqual([again.state, places(again)], ['done', { main: '1', rest: '2,3' }]);
    equal(Object.keys(again.results).length, 3);
    equal((await zipped(again)).length, 3);
  });

  it('the former cover’s main file is removed also where the run leaves that photo out', async () => {
    const made = await process(await lot([MAIN]), photoIds, 1);
    const [a = '', b = '', c = ''] = made.photoIds;
    await client.call(editBatch, { params: { batchId: made.id }, body: { photoIds: [c, a, b] } });
    const again = await process(made, [c], 0);
    deepEqual(places(again), { main: '1', rest: '' });
    const { rows } = await server.database.pool.query(
      `select (select stored_bytes from users where id = $1)::int as counted,
        ((select coalesce(sum(bytes), 0) from photos where owner_id = $1)
          + (select coalesce(sum(bytes), 0) from results where owner_id = $1))::int as there`,
      [client.uid],
    );
    equal(rows[0].counted, rows[0].there, 'the storage of what went is given back');
  });

  it('delivered main files stay while the new cover has none: it failed, or it was left out', async () => {
    const made = await process(await lot([MAIN, REST]), photoIds, 1);
    const [a = '', b = '', c = ''] = made.photoIds;
    const params = { batchId: made.id };
    await client.call(editBatch, { params, body: { photoIds: [b, a, c] } });
    const onlyFormer = await process(made, [a], 0);
    deepEqual(places(onlyFormer), { main: '2', rest: '1,2,3' }, 'the new cover was not in the run');
    const { path: original } = await server.app.files.borrow(originalKey(b));
    await rename(original, `${original}-away`);
    const failed = await process(made, [a, b, c], 0);
    deepEqual([failed.state, places(failed)], ['partial', { main: '2', rest: '1,2,3' }]);
    await rename(`${original}-away`, original);
    const mended = await process(made, [b], 0);
    deepEqual([mended.state, places(mended)], ['done', { main: '1', rest: '2,3' }]);
  });

  it('a run of the further pictures alone removes no main picture', async () => {
    const made = await process(await lot([MAIN, REST]), photoIds, 1);
    const [a = '', b = '', c = ''] = made.photoIds;
    const params = { batchId: made.id };
    await client.call(editBatch, { params, body: { photoIds: [b, a, c], outputs: [REST] } });
    deepEqual(places(await process(made, [a, c], 0)), { main: '2', rest: '1,2,3' });
  });
});
