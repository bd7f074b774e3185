import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import * as actions from '#contract/admin/admin-actions.ts';
import {
  endUserSessions,
  listUserBatches,
  listUserSessions,
  readUser,
  readUserLedger,
} from '#contract/admin/admin-users.ts';
import { login, readSession } from '#contract/auth.ts';
import { readCreditHistory } from '#contract/credits.ts';
import { readMe, setAdminClaim, updateMe } from '#contract/users.ts';
import { DAY_MS } from '#domain/days.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { deleteOldSessions } from '#server/users/sign-in/session-store.ts';
import { smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { newBatch, startRun } from '#testing/runs.ts';
import { type Client, PASSWORD, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  packageCalled,
} from '#testing/shop/shop.ts';

const reason = 'Cerere la telefon, verificată';

describe('what admins do to an account', () => {
  let server: TestServer;
  let admin: Client & { uid: string };

  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
    admin = await server.newUser('sef@fotolot.example');
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
  });
  after(() => server.close());

  const correct = (
    userId: string,
    delta: number,
    { key = randomUUID(), why = reason }: { key?: string; why?: string } = {},
  ) =>
    admin.call(actions.correctCredits, {
      params: { userId },
      body: { delta, days: delta > 0 ? 30 : null, reason: why, key },
    });
  const actsOf = async (userId: string) =>
    (await admin.call(actions.listAuditEntries, { query: { userId } })).acts.map(({ kind }) => kind);
  const verifies = async () =>
    deepEqual(await findViolations(server.app, { orphanGraceMs: 60_000, deep: false }), []);

  it('gives and takes credits for a reason that the owner reads in the history, and never below 0', async () => {
    const ana = await server.newUser();
    const key = randomUUID();
    equal((await correct(ana.uid, 10, { key })).balance, 13);
    equal((await correct(ana.uid, 10, { key })).balance, 13, 'a form sent twice gives once');
    await rejects(correct(ana.uid, 50, { key }), { status: 422, code: 'http/idempotency-mismatch' });
    const taken = await correct(ana.uid, -11);
    deepEqual(
      taken.grants.map(({ source, remaining }) => [source, remaining]),
      [['gift', 2]],
    );
    await rejects(correct(ana.uid, -3), { status: 409, code: 'credits/nothing-to-take' });
    await rejects(correct(ana.uid, 0), { status: 400 });
    const { entries } = await ana.call(readCreditHistory, {});
    deepEqual(
      entries.slice(0, 2).map(({ kind, delta, reason }) => [kind, delta, reason]),
      [
        ['correct', -11, reason],
        ['correct', 10, reason],
      ],
    );
    equal((await ana.call(readMe, {})).credits.totalCredits, 2);
    const ledger = await admin.call(readUserLedger, { params: { userId: ana.uid } });
    deepEqual(ledger.entries, entries);
    deepEqual(await actsOf(ana.uid), ['credits-taken', 'credits-given']);
    const { acts: reported } = await admin.call(actions.listAuditEntries, { query: { userId: ana.uid } });
    deepEqual(
      reported.map(({ details }) => details.changes),
      [{ balance: [13, 2] }, { balance: [3, 13] }],
    );
    await verifies();
  });

  it('wants reasons without the name or the address of whom they are about', async () => {
    const ion = await server.newUser('ion.tarus@fotolot.example');
    await ion.call(updateMe, { body: { displayName: 'Ion Țăruș' } });
    for (const why of ['Pentru ion țarus', 'vezi ion.tarus', 'scrie la cineva@altundeva.ro'])
      await rejects(correct(ion.uid, 1, { key: randomUUID(), why }), { code: 'users/reason-names' }, why);
    deepEqual(await actsOf(ion.uid), []);
    equal((await ion.call(readMe, {})).credits.totalCredits, 3);
  });

  it('gives a plan for some days with its credits, once however often the form is sent, and takes given plans back', async () => {
    const user = await server.newUser();
    const params = { userId: user.uid };
    const body = { plan: 'pro', days: 10, withCredits: true, reason, key: randomUUID() } as const;
    const given = await admin.call(actions.setUserPlan, { params, body });
    await Promise.all([1, 2, 3].map(() => admin.call(actions.setUserPlan, { params, body })));
    equal(given.user.plan, 'pro');
    equal(given.balance, 63);
    const [period] = given.periods;
    equal(Date.parse(period?.endsAt ?? '') - Date.parse(period?.startsAt ?? ''), 10 * DAY_MS);
    const free = { ...body, plan: 'free', key: randomUUID() } as const;
    const back = await admin.call(actions.setUserPlan, { params, body: free });
    deepEqual([back.user.plan, back.periods, back.balance], ['free', [], 3]);
    const test = { ...body, plan: 'test', days: null, key: randomUUID() } as const;
    const unlimited = await admin.call(actions.setUserPlan, { params, body: test });
    deepEqual([unlimited.user.credits.totalCredits, unlimited.balance], [-1, 3]);
    deepEqual(await actsOf(user.uid), ['plan-given', 'plan-taken', 'plan-given']);
    await verifies();
  });

  it('starts, lengthens and ends a trial, its credits with it', async () => {
    const user = await server.newUser();
    const trial = (days: number) =>
      admin.call(actions.setUserTrial, { params: { userId: user.uid }, body: { days, reason } });
    const begun = await trial(7);
    deepEqual([begun.balance, begun.user.trial?.used, begun.user.limits.photosPerLot], [13, true, 150]);
    const longer = await trial(30);
    equal(longer.balance, 13);
    equal(longer.grants[0]?.expiresAt, longer.user.trial?.expiresAt);
    const ended = await trial(0);
    deepEqual([ended.balance, ended.user.limits.photosPerLot], [3, 20]);
    await verifies();
  });

  it('gives no credits with the trial of an imported account that had one, wherever that is stored', async () => {
    const user = await server.newUser();
    await server.database.pool.query('update users set legacy_trial_activated = true where id = $1', [
      user.uid,
    ]);
    const given = await admin.call(actions.setUserTrial, {
      params: { userId: user.uid },
      body: { days: 7, reason },
    });
    deepEqual([given.balance, given.user.limits.photosPerLot], [3, 150]);
    await verifies();
  });

  it('ends one session of an account, or all', async () => {
    const user = await server.newUser('sesiuni@fotolot.example');
    const other = server.client();
    await other.call(login, { body: { email: 'sesiuni@fotolot.example', password: PASSWORD } });
    const params = { userId: user.uid };
    const { sessions } = await admin.call(listUserSessions, { params });
    equal(sessions.length, 2);
    const newest = sessions.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.id ?? null;
    await admin.call(endUserSessions, { params, body: { sessionId: newest } });
    await rejects(other.call(readMe, {}), { status: 401 });
    await user.call(readMe, {});
    const left = await admin.call(endUserSessions, { params, body: { sessionId: null } });
    deepEqual(left.sessions, []);
    await rejects(user.call(readMe, {}), { status: 401 });
    deepEqual(await actsOf(user.uid), ['sessions-ended', 'sessions-ended']);
  });

  it('suspends: runs are released, sessions end, the reason goes out by mail, and only „Contul tău este suspendat.” opens', async () => {
    const user = await server.newUser('suspendat@fotolot.example');
    const params = { userId: user.uid };
    const body = { reason: 'Poze luate din anunțurile altora' };
    const photoIds = await uploadPhotos(user, [1]);
    const batch = await newBatch(user, { name: 'Mașina lui Ion', photoIds });
    // Sent again it is a copy, which no page of its owner counts.
    const copy = await user.upload(await smallPhoto(1), { name: 'iar.jpg', batchId: batch.id });
    const states = () => server.database.pool.query('select state from photos where id = $1', [copy]);
    await pollUntil(states, ({ rows }) => rows[0]?.state === 'duplicate');
    // Nothing of this run is ever claimed: it is open when the account is suspended.
    await server.database.pool.query(`
      create function keep_waiting() returns trigger language plpgsql as $$ begin new.photos_at_once = 0; return new; end $$;
      create trigger keep_waiting before insert on runs for each row execute function keep_waiting()`);
    await startRun(user, batch.id, { photoIds, cost: 1 });
    const starter = await packageCalled(user, 'Starter 10');
    await agreeToCheckout(user, starter);
    const { orderId, paymentUrl } = await beginPayment(user, starter.id);
    const { user: before } = await admin.call(actions.suspendUser, { params, body });
    equal(before.credits.totalCredits, 3);
    const { lots: batches } = await admin.call(listUserBatches, { params });
    deepEqual(
      batches.map(({ state, photos, settled }) => [state, photos, settled]),
      [['cancelled', 1, 0]],
    );
    equal((await admin.call(readUser, { params })).photos, 1);
    ok(!JSON.stringify(batches).includes('Mașina'), 'what people call their lots is theirs');
    await rejects(user.call(readMe, {}), { status: 401 });
    // The browser that was signed in is told why; no other is, and no session is shown.
    const browser = () => user.call(readSession, {});
    deepEqual([(await browser()).user, (await browser()).suspended], [null, true]);
    equal((await server.client().call(readSession, {})).suspended, false);
    deepEqual((await admin.call(listUserSessions, { params })).sessions, []);
    await deleteOldSessions(server.app.db, server.app.now());
    equal((await browser()).suspended, true);
    const again = user.call(login, { body: { email: 'suspendat@fotolot.example', password: PASSWORD } });
    await rejects(again, { status: 403, code: 'auth/suspended', message: /Contul tău este suspendat\./ });
    const wrong = user.call(login, {
      body: { email: 'suspendat@fotolot.example', password: 'alta parolă lungă' },
    });
    await rejects(wrong, { code: 'auth/invalid-credential' });
    const late = { id: user.uid, role: 'user', sessionId: 'ses' } as const;
    const start = { batchId: batch.id, photoIds, cost: 1, idempotencyKey: randomUUID() };
    await rejects(startBatch(server.app, late, start), { code: 'auth/suspended' });
    await mailsSent(server);
    const mails = (await readMails(server.dataDir)).filter(({ to }) => to === 'suspendat@fotolot.example');
    match(mails.at(-1)?.text ?? '', /Motivul: Poze luate din anunțurile altora/);
    // What is paid is credited all the same.
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await pollUntil(
      async () => (await admin.call(actions.suspendUser, { params, body })).balance,
      (balance) => balance === 13,
    );
    const restored = await admin.call(actions.restoreUser, { params, body: { reason } });
    equal(restored.suspendedAt, null);
    deepEqual([(await browser()).user, (await browser()).suspended], [null, false]);
    await user.call(login, { body: { email: 'suspendat@fotolot.example', password: PASSWORD } });
    deepEqual(await actsOf(user.uid), ['restored', 'suspended']);
    await verifies();
  });

  it('neither suspends an admin nor makes a suspended account one', async () => {
    const other = await server.newUser();
    const claim = (isAdmin: boolean) => admin.call(setAdminClaim, { body: { userId: other.uid, isAdmin } });
    const suspend = () =>
      admin.call(actions.suspendUser, { params: { userId: other.uid }, body: { reason } });
    await claim(true);
    await rejects(suspend(), { status: 409, code: 'users/admin-not-suspended' });
    await claim(false);
    await suspend();
    await rejects(claim(true), { status: 409, code: 'users/suspended' });
    deepEqual(await actsOf(other.uid), ['suspended', 'admin-revoked', 'admin-granted']);
  });

  it('is written down for good', async () => {
    const { acts: all } = await admin.call(actions.listAuditEntries, {});
    notEqual(all.length, 0);
    ok(all.every(({ by }) => by === 'sef@fotolot.example'));
    for (const change of [
      'update admin_acts set reason = null',
      'delete from admin_acts',
      'truncate admin_acts',
    ])
      await rejects(server.database.pool.query(change), /admin_acts is append-only/, change);
  });
});
