import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listPhotos } from '#contract/photos.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App } from '#server/app.ts';
import { preparePhoto } from '#server/batches/uploads/prepare-photo.ts';
import { beginUpload } from '#server/batches/uploads/receive-upload.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { findPhoto } from '#server/photos/photo-store.ts';
import { markUploaded } from '#server/photos/upload-store.ts';
import { smallPhoto } from '#testing/files/photos.ts';
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
    deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
  });

  it('is read once for its sender and its job together: the file of a refused one is gone for a second', async () => {
    const path = server.app.files.temporaryPath();
    await writeFile(path, 'Vând Dacia, preț negociabil');
    const photoId = server.app.newId('img');
    const upload = { photoId, ownerId: user.uid, bytes: 29, name: 'x.jpg', batchId: null, takenAt: null };
    await beginUpload(server.app, upload);
    // As after the last byte, without the job: it is begun here, twice.
    await server.app.files.adopt(path, originalKey(photoId));
    await server.app.change(({ tx }) => markUploaded(tx, photoId, server.app.now()));
    const read: string[] = [];
    const prepare: App['imaging']['prepare'] = (job) => {
      read.push(job.source);
      return server.app.imaging.prepare(job);
    };
    const app = { ...server.app, imaging: { ...server.app.imaging, prepare } };
    await Promise.all([preparePhoto(app, { photoId }), preparePhoto(app, { photoId })]);
    const { refusal } = await findPhoto(server.app.db, user.uid, photoId);
    equal(refusal?.code, 'photos/not-a-photo');
    deepEqual(
      read.map((source) => basename(source)),
      [photoId],
    );
  });

  it('is shortened in its name, never refused for it', async () => {
    const name = `${'x'.repeat(3000)}.png`;
    const answer = await user.fetch(`/api/photos?name=${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: (await smallPhoto(3)) as Uint8Array<ArrayBuffer>,
    });
    equal(answer.status, 200);
    const { photos } = await user.call(listPhotos, {});
    equal(photos[0]?.name, `${'x'.repeat(116)}.png`);
  });
});
