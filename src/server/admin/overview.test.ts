import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listAuditEntries } from '#contract/admin/admin-actions.ts';
import { readReport } from '#contract/admin/admin-analytics.ts';
import { listOrders, refundOrder } from '#contract/admin/admin-orders.ts';
import { askVerify, readOverview } from '#contract/admin/admin-overview.ts';
import { addPlanVersion, deletePlanVersion, listPlanVersions } from '#contract/admin/admin-plans.ts';
import { listCreditPackages, listPlans, replacePackage } from '#contract/payments.ts';
import { readMe } from '#contract/users.ts';
import { askVerify as nightly } from '#server/admin/verify/verify-now.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

describe('the operator’s panel', () => {
  let server: TestServer;
  let admin: Client & { uid: string };
  let ana: Client & { uid: string };
  const overview = () => admin.call(readOverview, {});

  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
    admin = await server.newUser('sef@fotolot.example');
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
    ana = await server.newUser();
  });
  after(() => server.close());

  it('tells people, money, credits, work, queue and storage as they are', async () => {
    const photoIds = await uploadPhotos(ana, [1, 2]);
    const batch = await newBatch(ana, { name: 'Lot', photoIds });
    await startRun(ana, batch.id, { photoIds, cost: 1 });
    await runEnded(ana, batch.id);
    const starter = await packageCalled(ana, 'Starter 10');
    await agreeToCheckout(ana, starter);
    const { orderId, paymentUrl } = await beginPayment(ana, starter.id);
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(ana, orderId, 'paid');
    const { users, revenue, credits, lots: batches, photos, queue, storage } = await overview();
    const all = (n: number) => ({ today: n, week: n, month: n });
    deepEqual([users.all, users.registered, users.active], [2, all(2), all(1)]);
    deepEqual([revenue, credits.sold, credits.spent], [all(50), all(10), all(1)]);
    equal(credits.outstanding, 3 + 2 + 10);
    deepEqual([batches.open, batches.ended, photos.done, photos.failed], [0, all(1), all(2), all(0)]);
    deepEqual([queue.photos, queue.oldestSeconds, queue.preparing], [0, null, 0]);
    ok(storage.usedBytes > 0);
    // The test's server leaves the watch over its disk to others.
    equal(storage.room, null);
    const { processes } = await overview();
    deepEqual(
      processes.map(({ role, count }) => [role, count]),
      [['all', 1]],
    );
  });

  it('counts as the reports do: all that went back beside what came in, and each user who began a batch as active', async () => {
    const mihai = await server.newUser();
    await newBatch(mihai, { name: 'Nepornit', photoIds: await uploadPhotos(mihai, [3]) });
    const bought = async (name: string) => {
      const item = await packageCalled(mihai, name);
      await agreeToCheckout(mihai, item);
      const { orderId, paymentUrl } = await beginPayment(mihai, item.id);
      const sim = createDeskClient(paymentUrl ?? '');
      await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
      await orderBecomes(mihai, orderId, 'paid');
      return { orderId, sim };
    };
    const month = async () => {
      const { users, revenue, returned, credits } = await overview();
      return [users.active, revenue, returned, credits.sold, credits.withdrawn].map((span) => span.month);
    };
    deepEqual(await month(), [2, 50, 0, 10, 0]);
    const { orders } = await admin.call(listOrders, { query: {} });
    const params = { orderId: orders[0]?.id ?? '' };
    await admin.call(refundOrder, { params, body: { reason: 'La cerere', shownAmount: 50 } });
    deepEqual(await month(), [2, 50, 50, 10, 10]);
    // The bank takes back what Mihai paid.
    const { orderId, sim } = await bought('Pro 25');
    await sim('POST', `/orders/${orderId}/status`, { status: 10 });
    await orderBecomes(mihai, orderId, 'charged-back');
    deepEqual(await month(), [2, 150, 150, 35, 35]);
    const reported = async (report: 'active' | 'revenue' | 'credits', series: string) => {
      const { rows } = await admin.call(readReport, { params: { report }, query: {} });
      return rows.filter((row) => row.series === series).map(({ value }) => value);
    };
    deepEqual(
      [
        await reported('active', 'active'),
        await reported('revenue', 'package:Starter 10'),
        await reported('revenue', 'refunded'),
        await reported('credits', 'withdrawn'),
      ],
      [[2], [50], [150], [35]],
    );
  });

  it('has the books checked by a job, and says what is broken', async () => {
    equal((await overview()).verify, null);
    await admin.call(askVerify, {});
    const ended = () => pollUntil(overview, ({ verify }) => typeof verify?.endedAt === 'string');
    deepEqual((await ended()).verify?.violations, []);
    await server.database.pool.query('update credit_accounts set balance = balance + 1 where user_id = $1', [
      ana.uid,
    ]);
    await admin.call(askVerify, {});
    const { verify } = await pollUntil(overview, ({ verify }) => (verify?.violations.length ?? 0) > 0);
    match(verify?.violations[0]?.rule ?? '', /a balance is the sum of its ledger/);
    deepEqual(verify?.violations[0]?.rows, [ana.uid]);
    await server.database.pool.query('update credit_accounts set balance = balance - 1 where user_id = $1', [
      ana.uid,
    ]);
  });

  it('writes to the admins once when a rule breaks, not at each check while it stays broken', async () => {
    const put = (by: number) =>
      server.database.pool.query('update credit_accounts set balance = balance + $1 where user_id = $2', [
        by,
        ana.uid,
      ]);
    const reported = async () => {
      await nightly(server.app, null);
      await pollUntil(overview, ({ verify }) => typeof verify?.endedAt === 'string');
      await mailsSent(server);
      const mails = (await readMails(server.dataDir)).filter(({ subject }) => /registrelor/.test(subject));
      ok(mails.every(({ to, text }) => to === 'sef@fotolot.example' && /dashboard\?parte=sistem/.test(text)));
      for (const { subject, text } of mails)
        if (/regul/.test(subject))
          match(text, /^Soldul unui cont e suma mișcărilor din registrul lui de credite\.$/m);
      return mails.map(({ subject }) => subject);
    };
    const one = 'Verificarea registrelor: 2 reguli încălcate';
    deepEqual(await reported(), [one], 'of the check that was asked for above');
    await put(1);
    deepEqual(await reported(), [one, one], 'it was whole meanwhile');
    deepEqual(await reported(), [one, one]);
    await server.database.pool.query('alter table data_exports rename to away');
    await reported();
    await server.database.pool.query('alter table away rename to data_exports');
    deepEqual((await reported()).slice(2), ['Verificarea registrelor nu s-a putut face']);
    await put(-1);
    equal((await reported()).length, 3);
  });

  it('adds a version of a plan with a date, for all users from then on', async () => {
    const pro = async () => {
      const { versions } = await admin.call(listPlanVersions, {});
      return versions.filter(({ plan }) => plan === 'pro');
    };
    const [first] = await pro();
    if (!first) throw new Error('no pro');
    const { limits } = first;
    const add = (plan: 'pro' | 'free', changes: object) =>
      admin.call(addPlanVersion, {
        params: { plan },
        body: { validFrom: null, price: 149, credits: 60, limits, ...changes },
      });
    await add('pro', { validFrom: '2099-01-01T00:00:00.000Z', price: 199 });
    const offered = async () =>
      (await ana.call(listPlans, {})).plans.find(({ plan }) => plan === 'pro')?.price;
    equal(await offered(), 149);
    await add('pro', { price: 159 });
    equal(await offered(), 159);
    deepEqual(
      (await pro()).map(({ price }) => price),
      [199, 159, 149],
    );
    const drop = (validFrom: string) =>
      admin.call(deletePlanVersion, { params: { plan: 'pro' }, body: { validFrom } });
    await drop('2099-01-01T00:00:00.000Z');
    await rejects(drop(first.validFrom), { status: 400 });
    deepEqual(
      (await pro()).map(({ price }) => price),
      [159, 149],
    );
    await add('free', { price: 0, credits: 3, limits: { ...limits, photosPerLot: 33 } });
    equal((await server.newUser().then((user) => user.call(readMe, {}))).limits.photosPerLot, 33);
    for (const wrong of [{ price: 0 }, { credits: -1 }, { validFrom: '2020-01-01T00:00:00.000Z' }])
      await rejects(add('pro', wrong), { status: 400 }, JSON.stringify(wrong));
    await rejects(add('free', { price: 5 }), { status: 400 });
  });

  it('changes a package that was never ordered, and puts another in the place of one that was sold', async () => {
    const sold = await packageCalled(ana, 'Starter 10');
    const unsold = await packageCalled(ana, 'Scale 60');
    const change = (packageId: string, name: string) =>
      admin.call(replacePackage, { params: { packageId }, body: { name, credits: 12, price: 55 } });
    equal((await change(unsold.id, 'Scale 12')).id, unsold.id);
    const made = await change(sold.id, 'Starter 12');
    ok(made.id !== sold.id && made.isActive);
    const { packages } = await ana.call(listCreditPackages, {});
    deepEqual(packages.map(({ name }) => name).sort(), ['Pro 25', 'Scale 12', 'Starter 12']);
    const { acts } = await admin.call(listAuditEntries, {});
    deepEqual(
      acts.map(({ kind }) => kind),
      [
        'package-replaced',
        'package-replaced',
        'plan-version',
        'plan-version-dropped',
        ...Array(2).fill('plan-version'),
        ...Array(2).fill('verify-asked'),
        'order-refunded',
      ],
    );
  });
});
