import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { App } from '#server/app.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { notifyOfRunEnds, notifyOfStoppedStarts } from '#server/batches/runs/notify-of-run-ends.ts';
import { startWhenArrived } from '#server/batches/runs/start-when-arrived.ts';
import { dropWantedStart, wantStart } from '#server/batches/runs/want-start.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { buildResult } from '#testing/worker.ts';

const MINUTE = 60_000;

describe('a start that waited for its photos', () => {
  let t: TestApp;
  let app: App;
  let outbox: TestOutbox;
  before(async () => {
    t = await testApp();
    outbox = await testOutbox(t.app);
    app = outbox.app;
  });
  after(async () => {
    await outbox.close();
    await t.close();
  });

  const verified = async () => {
    const user = await t.newUser();
    const { email } = await app.db
      .updateTable('users')
      .set({ long_run_mails: true, email_verified_at: new Date() })
      .where('id', '=', user.id)
      .returning('email')
      .executeTakeFirstOrThrow();
    return { user, email };
  };
  const tell = async () => {
    for (const _ of [1, 2]) {
      await notifyOfStoppedStarts(app);
      await notifyOfRunEnds(app);
    }
    await outbox.deliver();
  };

  test('tells by one mail why it did not run, unless its owner has answered within a minute', async () => {
    const [told, answered] = [await verified(), await verified()];
    const batches = [];
    for (const { user } of [told, answered]) {
      const { batchId } = await t.newBatch(user, 21);
      await wantStart(app, user, { batchId, uploadKeys: [], cost: 2 });
      batches.push(batchId);
    }
    for (const batchId of batches) await startWhenArrived(app, { batchId });
    await tell();
    await dropWantedStart(app, answered.user, batches[1] ?? '');
    t.advance(MINUTE + 1000);
    await tell();
    const [mail, ...more] = await outbox.mailsTo(told.email);
    deepEqual([mail?.subject, more.length], ['Lotul tău n-a pornit', 0]);
    match(mail?.text ?? '', /LOT 0001 trebuia să pornească singur/);
    match(mail?.text ?? '', new RegExp(`https://fotolot\\.example/process/${batches[0]}`));
    deepEqual(await outbox.mailsTo(answered.email), []);
  });

  test('tells the end of a run that began by itself, however short it was', async () => {
    const { user, email } = await verified();
    const { batchId } = await t.newBatch(user, 1);
    await wantStart(app, user, { batchId, uploadKeys: [], cost: 1 });
    await startWhenArrived(app, { batchId });
    const claim = (await claimPhoto(app)) as Claim;
    await finishPhoto(app, claim, { state: 'done', results: [buildResult(app, claim)] });
    equal((await readBatch(app, user.id, batchId)).run?.unseen, true);
    t.advance(MINUTE + 1000);
    await tell();
    deepEqual(
      (await outbox.mailsTo(email)).map(({ subject }) => subject),
      ['Lotul tău e gata'],
    );
  });
});
