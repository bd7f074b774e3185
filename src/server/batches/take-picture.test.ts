import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listPhotos } from '#contract/photos.ts';
import { verify } from '#server/admin/verify.ts';
import { smallPhoto } from '#testing/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('a picture of one’s own for a recipe', () => {
  let server: TestServer;
  let user: Client & { uid: string };
  before(async () => {
    server = await testServer();
    user = await server.newUser();
  });
  after(() => server.close());

  const send = async (bytes: Uint8Array) => {
    const answer = await user.fetch('/api/photos?name=perete%20alb.jpg', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    return { status: answer.status, body: (await answer.json()) as { photoId?: string; code?: string } };
  };

  it('is a photo at once, by its name, and no second one when it is sent again', async () => {
    const first = await send(await smallPhoto(1));
    equal(first.status, 200);
    deepEqual((await send(await smallPhoto(1))).body, first.body);
    notEqual((await send(await smallPhoto(2))).body.photoId, first.body.photoId);
    const { photos } = await user.call(listPhotos, {});
    deepEqual(
      photos.map(({ id, name, state }) => [id === first.body.photoId, name, state]),
      [
        [false, 'perete alb.jpg', 'ready'],
        [true, 'perete alb.jpg', 'ready'],
      ],
    );
  });

  it('is refused with its reason when it is no picture, and leaves nothing', async () => {
    deepEqual((await send(new Uint8Array())).body.code, 'photos/empty');
    const text = await send(Buffer.from('Vând Dacia, preț negociabil'));
    deepEqual([text.status, text.body.code], [422, 'photos/not-a-photo']);
    equal((await user.call(listPhotos, {})).total, 2);
    deepEqual(await verify(server.app, { deep: true, orphanGraceMs: 0 }), []);
  });
});
