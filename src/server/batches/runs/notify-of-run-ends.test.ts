import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { App, User } from '#server/app.ts';
import { deleteBatch } from '#server/batches/edit/edit-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { acknowledgeRun } from '#server/batches/runs/end-run.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { notifyOfRunEnds } from '#server/batches/runs/notify-of-run-ends.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { updateProfile } from '#server/users/profile/update-profile.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { buildResult } from '#testing/worker.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const FAILED = { state: 'failed', error: { code: 'photos/corrupt', details: {} } } as const;

describe('a run over two minutes whose end its owner did not see', () => {
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

  const newUser = async (change: object = { email_verified_at: new Date() }) => {
    const user = await t.newUser();
    const { email } = await app.db
      .updateTable('users')
      .set({ long_run_mails: true, ...change })
      .where('id', '=', user.id)
      .returning('email')
      .executeTakeFirstOrThrow();
    return { ...user, email };
  };
  const start = (user: User, batchId: string, { photoIds, cost }: { photoIds: string[]; cost: number }) =>
    startBatch(app, user, { batchId, photoIds, cost, idempotencyKey: app.newId('key') });
  /** Two photos, the second of which may fail, in so much time. */
  const run = async (user: User, took: number, fails = false) => {
    const { batchId, photoIds } = await t.newBatch(user, 2);
    await start(user, batchId, { photoIds, cost: 1 });
    t.advance(took);
    for (const last of [false, true]) {
      const claim = (await claimPhoto(app)) as Claim;
      const done = { state: 'done', results: [buildResult(app, claim)] } as const;
      equal(await finishPhoto(app, claim, last && fails ? FAILED : done), true);
    }
    const runId = (await readBatch(app, user.id, batchId)).run?.id ?? '';
    return { batchId, runId, photoIds };
  };
  const unseen = async (user: User, batchId: string) => (await readBatch(app, user.id, batchId)).run?.unseen;
  /** The minute's job, twice, and whatever it queues. */
  const notify = async () => {
    for (const _ of [1, 2]) await notifyOfRunEnds(app);
    await outbox.deliver();
  };
  const mailsTo = ({ email }: { email: string }) => outbox.mailsTo(email);

  test('is told by one mail that leads to the batch, once the pages had a minute to show it', async () => {
    const user = await newUser();
    const { batchId } = await run(user, 2 * MINUTE + SECOND);
    equal(await unseen(user, batchId), true);
    t.advance(59 * SECOND);
    await notify();
    deepEqual(await mailsTo(user), []);
    t.advance(2 * SECOND);
    await notify();
    t.advance(10 * MINUTE);
    await notify();
    const [mail, ...more] = await mailsTo(user);
    deepEqual([mail?.subject, more.length], ['Lotul tău e gata', 0]);
    match(mail?.text ?? '', /LOT 0001: 2 fotografii, toate gata de descărcat\./);
    match(mail?.text ?? '', new RegExp(`https://fotolot\\.example/process/${batchId}\\n`));
    equal(await unseen(user, batchId), false);
  });

  test('says how many came out where not all did', async () => {
    const user = await newUser();
    await run(user, 3 * MINUTE, true);
    t.advance(2 * MINUTE);
    await notify();
    const [mail] = await mailsTo(user);
    equal(mail?.subject, 'Lotul tău e gata, dar nu toate fotografiile au ieșit');
    match(mail?.text ?? '', /LOT 0001: a ieșit 1 fotografie din 2\./);
  });

  test('is told by no mail where a page showed it or the batch was started again', async () => {
    const seen = await newUser();
    const first = await run(seen, 3 * MINUTE);
    const { rev } = await readBatch(app, seen.id, first.batchId);
    await acknowledgeRun(app, seen, first);
    await acknowledgeRun(app, seen, first);
    const batch = await readBatch(app, seen.id, first.batchId);
    deepEqual([batch.run?.unseen, batch.rev], [false, rev + 1]);
    await rejects(acknowledgeRun(app, seen, { ...first, runId: app.newId('run') }), {
      code: 'batches/not-found',
    });
    const again = await newUser();
    const second = await run(again, 3 * MINUTE);
    await start(again, second.batchId, { photoIds: second.photoIds, cost: 0 });
    t.advance(2 * MINUTE);
    await notify();
    deepEqual([await mailsTo(seen), await mailsTo(again)], [[], []]);
    await cancelRun(app, again, {
      batchId: second.batchId,
      runId: (await readBatch(app, again.id, second.batchId)).run?.id ?? '',
    });
  });

  test('is nothing to tell of when it was short or stopped by hand', async () => {
    const user = await newUser();
    const { batchId } = await run(user, 2 * MINUTE - 5 * SECOND);
    equal(await unseen(user, batchId), false);
    const batch = await t.newBatch(user, 1);
    await start(user, batch.batchId, { photoIds: batch.photoIds, cost: 1 });
    t.advance(5 * MINUTE);
    const { run: open } = await readBatch(app, user.id, batch.batchId);
    await cancelRun(app, user, { batchId: batch.batchId, runId: open?.id ?? '' });
    equal(await unseen(user, batch.batchId), false);
    t.advance(2 * MINUTE);
    await notify();
    deepEqual(await mailsTo(user), []);
  });

  test('is not mailed to who does not want it, is suspended, has not proven the address or deleted the batch; nor later', async () => {
    const optedOut = await newUser();
    await updateProfile(app, optedOut, { longRunMails: false });
    const suspended = await newUser();
    const unproven = await newUser({ email_verified_at: null });
    const withoutBatch = await newUser();
    const users = [optedOut, suspended, unproven, withoutBatch];
    const batches = [];
    for (const user of users) batches.push(await run(user, 3 * MINUTE));
    await deleteBatch(app, withoutBatch, batches[3]?.batchId ?? '');
    const suspend = (suspended_at: Date | null) =>
      app.db.updateTable('users').set({ suspended_at }).where('id', '=', suspended.id).execute();
    await suspend(app.now());
    t.advance(2 * MINUTE);
    await notify();
    await suspend(null);
    await updateProfile(app, optedOut, { longRunMails: true });
    await notify();
    deepEqual(await Promise.all(users.map(mailsTo)), [[], [], [], []]);
  });
});
