import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBatch, previewPhoto } from '#contract/batches.ts';
import { trashPhotos } from '#contract/photos.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { photosReady, uploadPhotos } from '#testing/files/photos.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { type Client, Refused, type TestServer, testServer } from '#testing/server.ts';

/** Cases beyond the authorisation matrix: another user's things named inside a request about one's own. */
describe('access', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let stranger: Client & { uid: string };
  let photoId: string;

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    stranger = await server.newUser();
    [photoId = ''] = await uploadPhotos(owner, [1]);
    await uploadPhotos(stranger, [3]);
  });

  after(() => server.close());

  const nobodys = `img_${'q'.repeat(26)}`;

  it('gives no preview of another’s photo in a batch of one’s own', async () => {
    const batch = await stranger.call(createBatch, { body: {} });
    const ask = (id: string) =>
      stranger
        .call(previewPhoto, {
          params: { batchId: batch.id },
          body: { photoId: id, recipe: DEFAULT_RECIPE, output: null, side: 320, stage: 'after' },
        })
        .catch((error: unknown) => error as Refused);
    const [theirs, none] = [await ask(photoId), await ask(nobodys)];
    assert.ok(theirs instanceof Refused && none instanceof Refused);
    assert.deepEqual([theirs.status, theirs.code], [404, 'photos/not-found']);
    assert.equal(theirs.message, none.message);
  });

  it('lets no user put another’s photo into a batch, a logo or the trash', async () => {
    const batch = await stranger.call(createBatch, { body: {} });
    const path = `/api/batches/${batch.id}`;
    const json = { 'content-type': 'application/json' };
    const watermark = {
      kind: 'logo',
      text: '',
      photoId,
      position: 'se',
      size: 18,
      margin: 2.5,
      opacity: 85,
    };
    const tries = [
      [`${path}/photos`, 'POST', { photoIds: [photoId] }],
      [path, 'PATCH', { recipe: { ...DEFAULT_RECIPE, watermark } }],
    ] as const;
    for (const [url, method, body] of tries) {
      const answer = await stranger.fetch(url, { method, headers: json, body: JSON.stringify(body) });
      assert.equal(answer.status, 404, url);
      assert.equal((await answer.json()).code, 'photos/not-found');
    }
    const moved = await stranger.call(trashPhotos, { body: { photoIds: [photoId] } });
    assert.deepEqual(moved, { photoIds: [] });
    const [photo] = await photosReady(owner, [photoId]);
    assert.equal(photo?.trashedAt, null);
  });

  it('is given from our own page to a browser that sends only Origin', async () => {
    const batch = await owner.call(createBatch, { body: {} });
    const { status } = await sendRaw(server.url, {
      method: 'PATCH',
      path: `/api/batches/${batch.id}`,
      headers: { origin: server.url, cookie: owner.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Altul' }),
    });
    assert.equal(status, 200);
  });
});
