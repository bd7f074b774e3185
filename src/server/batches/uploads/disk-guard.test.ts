import { equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { User } from '#server/app.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { beginUpload } from '#server/batches/uploads/receive-upload.ts';
import { type TestApp, testApp } from '#testing/app.ts';

describe('under 10 % free disk no uploads, under 5 % no starts', () => {
  let t: TestApp;
  let availableShare = 1;
  let user: User;
  before(async () => {
    t = await testApp({ room: async () => ({ freeBytes: availableShare * 1e12, totalBytes: 1e12 }) });
    user = await t.newUser();
  });
  after(() => t.close());

  const upload = () => {
    const photoId = t.app.newId('img');
    return beginUpload(t.app, {
      photoId,
      ownerId: user.id,
      bytes: 1000,
      name: 'a.jpg',
      batchId: null,
      takenAt: null,
    });
  };
  const start = async () => {
    const { batchId, photoIds } = await t.newBatch(user, 1);
    const idempotencyKey = t.app.newId('key');
    await startBatch(t.app, user, { batchId, photoIds, cost: 1, idempotencyKey });
    return batchId;
  };
  const runsAndHolds = async () => {
    const runs = await t.app.db.selectFrom('runs').select('id').execute();
    const holds = await t.app.db
      .selectFrom('credit_ledger')
      .select('ref')
      .where('kind', '=', 'hold')
      .execute();
    return runs.length + holds.length;
  };

  test('uploads and starts go on at 10 %', async () => {
    availableShare = 0.1;
    await upload();
    ok(await start());
  });

  test('uploads under 10 % are refused by name and take no storage, starts go on', async () => {
    availableShare = 0.099;
    const stored = async () =>
      (await t.app.db.selectFrom('users').select('stored_bytes').executeTakeFirstOrThrow()).stored_bytes;
    const before = await stored();
    await rejects(upload(), { code: 'photos/disk-low' });
    equal(await stored(), before);
    ok(await start());
  });

  test('a start under 5 % is refused before it holds anything', async () => {
    availableShare = 0.049;
    const before = await runsAndHolds();
    await rejects(start(), { code: 'batches/disk-low' });
    equal(await runsAndHolds(), before);
  });
});
