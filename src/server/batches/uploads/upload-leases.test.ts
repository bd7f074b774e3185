import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { UploadLeases } from '#server/batches/uploads/upload-leases.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { pollUntil } from '#testing/server.ts';

/** Two processes, as far as an upload is concerned: each has its own line, and both see the row. */
describe('an upload that requests to two processes want', () => {
  let t: TestApp;
  let photoId: string;
  let here: UploadLeases;
  let there: UploadLeases;
  before(async () => {
    t = await testApp();
    const user = await t.newUser();
    [photoId = ''] = (await t.newBatch(user, 1)).photoIds;
    here = new UploadLeases(t.app);
    there = new UploadLeases(t.app);
  });
  after(() => t.close());

  const never = () => new AbortController().signal;
  const isLeased = async () => {
    const row = await t.app.db
      .selectFrom('photos')
      .select('upload_token')
      .where('id', '=', photoId)
      .executeTakeFirstOrThrow();
    return row.upload_token !== null;
  };

  it('is had by one of them; the other asks it to let go, and has it once it did', async () => {
    let asked = 0;
    const [first, second] = [here.newLock(photoId), there.newLock(photoId)];
    await first.lock(never(), () => {
      asked += 1;
    });
    ok(here.mayWrite(photoId) && !there.mayWrite(photoId));
    let isHad = false;
    const having = second
      .lock(never(), () => {})
      .then(() => {
        isHad = true;
      });
    await pollUntil(
      async () => asked,
      (times) => times > 0,
    );
    equal(isHad, false);
    await first.unlock();
    await having;
    ok(there.mayWrite(photoId) && !here.mayWrite(photoId));
    await second.unlock();
    deepEqual([here.mayWrite(photoId), there.mayWrite(photoId), await isLeased()], [false, false, false]);
  });

  it('is waited for no longer by a request that hung up', async () => {
    const [first, second] = [here.newLock(photoId), there.newLock(photoId)];
    await first.lock(never(), () => {});
    const hangUp = new AbortController();
    const waiting = second.lock(hangUp.signal, () => {});
    hangUp.abort();
    await rejects(waiting, { status_code: 400 });
    await first.unlock();
    const third = there.newLock(photoId);
    await third.lock(never(), () => {});
    await third.unlock();
  });

  it('is free again some seconds after the process that had it ended without a word', async () => {
    await here.newLock(photoId).lock(never(), () => {});
    await t.app.db
      .updateTable('photos')
      .set({ upload_until: new Date(0) })
      .where('id', '=', photoId)
      .execute();
    const next = there.newLock(photoId);
    await next.lock(never(), () => {});
    equal(there.mayWrite(photoId), true);
    await next.unlock();
  });

  it('is written no more by a process that lost it, which ends its request', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const slow = new UploadLeases(t.app);
    let isToldToEnd = false;
    const lock = slow.newLock(photoId);
    await lock.lock(never(), () => {
      isToldToEnd = true;
    });
    const taken = { upload_token: 'of another', upload_until: new Date(Date.now() + 15_000) };
    await t.app.db.updateTable('photos').set(taken).where('id', '=', photoId).execute();
    test.mock.timers.tick(5000);
    await pollUntil(
      async () => isToldToEnd,
      (isTold) => isTold,
    );
    equal(slow.mayWrite(photoId), false);
    await lock.unlock();
    equal(await isLeased(), true, 'the other’s lease stays');
    await t.app.db.updateTable('photos').set({ upload_token: null, upload_until: null }).execute();
  });

  it('needs no lease when its photo is no more', async () => {
    const lock = here.newLock('img_gone');
    await lock.lock(never(), () => {});
    await lock.unlock();
  });
});
