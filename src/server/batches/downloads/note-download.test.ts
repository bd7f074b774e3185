import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listBatches } from '#contract/batches.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';

describe('a download', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  it('once whole leaves its lot with nothing to download; a file at a time does so with the last; a look at one does not', async () => {
    const person = await server.newUser();
    const photoIds = await uploadPhotos(person, [11, 12]);
    const small = await newBatch(person, { name: 'Luat acasă', photoIds });
    const run = async () => {
      await startRun(person, small.id, { photoIds, cost: 1 });
      return Object.values((await runEnded(person, small.id)).results).map(({ id }) => id);
    };
    const isDownloaded = async () =>
      (await person.call(listBatches, { query: { q: 'Luat acasă' } })).batches[0]?.isDownloaded;
    const [first, second] = await run();
    await person.fetch(`/api/batches/${small.id}/zip`, { method: 'HEAD' });
    await (await person.fetch(`/api/results/${first}/file`)).arrayBuffer();
    await (await person.fetch(`/api/results/${second}/file?download=1`)).arrayBuffer();
    assert.equal(await isDownloaded(), false);
    await (await person.fetch(`/api/results/${first}/file?download=1`)).arrayBuffer();
    await pollUntil(isDownloaded, (is) => is === true);
    await startRun(person, small.id, { photoIds, cost: 0 });
    await runEnded(person, small.id);
    assert.equal(await isDownloaded(), false, 'new files were not taken yet');
    await (await person.fetch(`/api/batches/${small.id}/zip`)).arrayBuffer();
    await pollUntil(isDownloaded, (is) => is === true);
  });
});
