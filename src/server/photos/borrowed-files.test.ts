import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBatch } from '#contract/batches.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { App } from '#server/app.ts';
import { previewPhoto } from '#server/batches/previews/preview-photo.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('files that one piece of work borrows', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let photoId: string;
  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    [photoId = ''] = await uploadPhotos(owner, [1]);
  });
  after(() => server.close());

  /** The stored files, each loan of which takes some turns of the event loop; the most at one time, and those not given back. */
  const slowFiles = () => {
    const seen = { waiting: 0, together: 0, lent: 0 };
    const { files } = server.app;
    const borrow: App['files']['borrow'] = async (key) => {
      seen.waiting += 1;
      seen.together = Math.max(seen.together, seen.waiting);
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      seen.waiting -= 1;
      const loan = await files.borrow(key);
      seen.lent += 1;
      const giveBack = async () => {
        seen.lent -= 1;
        await loan[Symbol.asyncDispose]();
      };
      return { path: loan.path, [Symbol.asyncDispose]: giveBack };
    };
    return {
      seen,
      app: { ...server.app, files: Object.assign(Object.create(files), { borrow }) as App['files'] },
    };
  };

  it('are asked for at once by a preview: from a bucket each would take a round trip', async () => {
    const { seen, app } = slowFiles();
    const { id: batchId } = await owner.call(createBatch, { body: {} });
    const user = { id: owner.uid, role: 'user', sessionId: '' } as const;
    const picture = await previewPhoto(app, user, {
      batchId,
      input: { photoId, recipe: DEFAULT_RECIPE, output: null, side: 320, stage: 'after' },
    });
    equal(picture === null, false);
    deepEqual(seen, { waiting: 0, together: 2, lent: 0 });
  });

  it('are all given back, also those that come after another was missing', async () => {
    const { seen, app } = slowFiles();
    const work = async () => {
      await using borrowed = new BorrowedFiles(app);
      await Promise.all([
        borrowed.borrowPath(originalKey(server.app.newId('img'))),
        borrowed.borrowPath(originalKey(photoId)).then(() => borrowed.borrowPath(proxyKey(photoId))),
        borrowed.borrowPath(proxyKey(photoId)),
      ]);
    };
    await rejects(work(), { code: 'photos/file-missing' });
    deepEqual(seen, { waiting: 0, together: 3, lent: 0 });
  });
});
