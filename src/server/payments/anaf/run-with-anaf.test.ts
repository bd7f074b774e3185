import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import { createAnafClient } from '#server/adapters/anaf/anaf-client.ts';
import type { App } from '#server/app.ts';
import type { QueuedMail } from '#server/mail/mail-store.ts';
import { readAnaf } from '#server/payments/anaf/anaf-connection.ts';
import { anafTroubleMail } from '#server/payments/anaf/anaf-mails.ts';
import { type AnafPair, openPairs, sealAccess } from '#server/payments/anaf/anaf-pair.ts';
import { findAnaf, saveAccess } from '#server/payments/anaf/anaf-store.ts';
import { keepAnafAccess } from '#server/payments/anaf/keep-anaf-access.ts';
import { runWithAnaf } from '#server/payments/anaf/run-with-anaf.ts';
import { type AnafServer, anafServer, CIF, HOLDER } from '#testing/accounts/anaf-server.ts';
import { withClock } from '#testing/app.ts';
import { countWaitersFor, pollUntil } from '#testing/server.ts';

const DAY = 86_400_000;

describe('access to ANAF', () => {
  let server: AnafServer;
  before(async () => {
    server = await anafServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    await server.setFaults({});
    await sql('delete from anaf_connection');
    await sql('delete from anaf_grant');
    await sql('delete from mails');
    await server.connect(await server.newAdmin());
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const readPairs = async () => {
    const held = await findAnaf(server.app.db);
    return held && openPairs(server.app, held);
  };
  /** Puts a pair in place, of which ANAF may know nothing, as it was given a day ago. */
  const putPair = async (pair: AnafPair, before: AnafPair | null = null) => {
    const held = await findAnaf(server.app.db);
    ok(held?.access);
    const { expires_at: expiresAt, refresh_expires_at: refreshExpiresAt } = held.access;
    const grant = { ...pair, expiresAt, refreshExpiresAt };
    const now = new Date(Date.now() - DAY);
    const access = sealAccess(server.app, held.connection.id, { grant, before, now });
    await server.app.change(({ tx }) => saveAccess(tx, { ...access, connection_id: held.connection.id }));
  };
  /** Another process on the same database, some days later. */
  const later = (days: number): App => withClock(server.app, () => new Date(Date.now() + days * DAY));
  const list = (app: App = server.app) =>
    runWithAnaf(app, (anaf, token) =>
      anaf.listMessages(token, {
        cif: CIF,
        from: new Date(Date.now() - 3_600_000),
        until: new Date(Date.now() - 300_000),
        page: 1,
        filter: 'T',
      }),
    );
  const countRenewals = async () =>
    ((await server.sim('')).calls as { path: string; status: number }[]).filter(
      ({ path, status }) => path === '/anaf-oauth2/v1/token' && status === 200,
    ).length;
  const failsAs = (call: Promise<unknown>, kind: AnafFailure['kind']) =>
    rejects(call, (error: AnafFailure) => error.kind === kind);
  const mailsSent = async () =>
    (await sql(`select data->>'trouble' as trouble from mails where kind = 'anaf-trouble'`)).map(
      ({ trouble }) => trouble,
    );
  /** Subjects of the mails as they would be written now. */
  const readSubjects = async (app: App = server.app) => {
    const mails = await sql(`select data from mails where kind = 'anaf-trouble'`);
    const texts = await Promise.all(mails.map((mail) => anafTroubleMail(app, mail as QueuedMail)));
    return [...new Set(texts.map((text) => text?.subject))];
  };

  it('is renewed once where ANAF no longer takes it, and the old pair goes once the new one has worked', async () => {
    const first = await readPairs();
    await server.setFaults({ api: '401', times: 1 });
    deepEqual(await list(), { messages: [], isLast: true });
    const renewed = await readPairs();
    notEqual(renewed?.current.accessToken, first?.current.accessToken);
    notEqual(renewed?.current.refreshToken, first?.current.refreshToken);
    deepEqual(renewed?.before, first?.current);
    await list();
    deepEqual(await readPairs(), { current: renewed?.current, before: null });
  });

  it('is not renewed again and again where ANAF refuses what it just gave', async () => {
    const before = await countRenewals();
    await server.setFaults({ api: '401' });
    for (let each = 0; each < 3; each++) await failsAs(list(), 'token');
    equal(await countRenewals(), before + 1);
    await server.setFaults({});
    await list();
    equal((await readAnaf(server.app)).state, 'connected');
  });

  it('is renewed by one of those who find it refused at once', async () => {
    const pairs = await readPairs();
    await putPair({ accessToken: 'x', refreshToken: pairs?.current.refreshToken ?? '' });
    const before = await countRenewals();
    await Promise.all([list(), list(), list()]);
    equal(await countRenewals(), before + 1);
  });

  it('is renewed ten days ahead by the clock, and not before', async () => {
    const before = await countRenewals();
    await keepAnafAccess(later(79));
    equal(await countRenewals(), before);
    await keepAnafAccess(later(81));
    equal(await countRenewals(), before + 1);
    await list();
  });

  it('is left to the process that is renewing it', async () => {
    const before = await countRenewals();
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    await holder.query('select * from anaf_connection for update');
    await keepAnafAccess(later(81));
    equal(await countRenewals(), before);
    await server.setFaults({ api: '401', times: 1 });
    const patient = list();
    await pollUntil(
      () => countWaitersFor(holder),
      (waiting) => waiting === 1,
    );
    await holder.query('rollback');
    holder.release();
    await patient;
    equal(await countRenewals(), before + 1);
  });

  it('stays as it was when the answer to a renewal is lost, and is renewed by the same pair', async () => {
    const first = await readPairs();
    await server.setFaults({ token: 'lost-answer', usedRefresh: 'reusable' });
    await keepAnafAccess(later(81));
    deepEqual(await readPairs(), first);
    await server.setFaults({ usedRefresh: 'reusable' });
    await keepAnafAccess(later(81));
    notEqual((await readPairs())?.current.accessToken, first?.current.accessToken);
    equal((await readAnaf(server.app)).state, 'connected');
  });

  it('comes by the old pair where ANAF has lost the new one', async () => {
    const first = await readPairs();
    await server.setFaults({ api: '401', times: 1, usedRefresh: 'reusable' });
    await list();
    await putPair({ accessToken: 'x', refreshToken: 'y' }, first?.current);
    await list();
    equal((await readAnaf(server.app)).state, 'connected');
  });

  it('says of a call that could not be made for want of a renewal that nothing was sent', async () => {
    for (const token of ['500', 'html', 'lost-answer']) {
      await server.setFaults({ token, usedRefresh: 'reusable' });
      await failsAs(list(later(91)), 'away');
    }
    await server.setFaults({ usedRefresh: 'reusable' });
    await list(later(89.9999));
    await list();
  });

  it('breaks only by ANAF’s word on it; the admins hear of it once, and it is connected anew', async () => {
    for (const token of ['500', 'html', 'lost-answer']) {
      await server.setFaults({ token, usedRefresh: 'reusable' });
      await keepAnafAccess(later(81));
    }
    equal((await readAnaf(server.app)).state, 'connected');
    await server.setFaults({ usedRefresh: 'reusable' });
    await server.sim('/withdraw', { serial: HOLDER });
    for (let each = 0; each < 2; each++) await failsAs(list(), 'reconnect');
    equal((await readAnaf(server.app)).state, 'again');
    deepEqual(await sql('select * from anaf_grant'), []);
    await keepAnafAccess(later(81));
    ok((await mailsSent()).length > 0 && (await mailsSent()).every((trouble) => trouble === 'broken'));
    deepEqual(await readSubjects(), ['Conectează din nou ANAF']);
    equal(await server.connect(await server.newAdmin()), 'connected');
    await list();
  });

  it('notes that the right was taken, tells once, and notes that it is back', async () => {
    await server.sim(`/certificates/${HOLDER}`, { cifs: [] }, 'PUT');
    for (let each = 0; each < 2; each++) await failsAs(list(), 'no-rights');
    const { state, words } = await readAnaf(server.app);
    deepEqual([state, words], ['no-right', `Nu exista niciun CIF pentru care sa aveti drept in SPV`]);
    ok((await mailsSent()).every((trouble) => trouble === 'right'));
    deepEqual(await readSubjects(), ['ANAF: certificatul nu are dreptul în SPV']);
    await server.sim(`/certificates/${HOLDER}`, { cifs: [CIF] }, 'PUT');
    await list();
    equal((await readAnaf(server.app)).state, 'connected');
  });

  it('is followed by a warning thirty days before a certificate is needed again, once', async () => {
    await sql(`update anaf_grant set refresh_expires_at = now() + interval '31 days'`);
    await keepAnafAccess(server.app);
    equal((await readAnaf(server.app)).endsSoon, false);
    deepEqual(await mailsSent(), []);
    for (let each = 0; each < 2; each++) await keepAnafAccess(later(2));
    equal((await readAnaf(later(2))).endsSoon, true);
    const admins = await sql(`select count(*)::int as count from users where role = 'admin'`);
    equal((await mailsSent()).length, admins[0].count);
    match((await readSubjects())[0] ?? '', /^Conectarea la ANAF se încheie pe \d/u);
    equal((await readAnaf(later(32))).state, 'connected', 'the access itself still counts');
    equal((await readAnaf(later(91))).state, 'again');
  });

  it('stays where ANAF refuses the operator’s application, and the admins hear of it once a day', async () => {
    const { anaf } = server.app;
    ok(anaf);
    const refused = createAnafClient({
      mode: 'stand-in',
      environment: 'test',
      findPlace: async () => {
        const { origin } = new URL(await anaf.connectUrl({ state: '', redirectUri: '' }));
        return { signIn: origin, api: origin, clientId: 'fotolot', clientSecret: 'greșit' };
      },
      now: server.app.now,
      pace: async () => {},
    });
    for (let each = 0; each < 2; each++) await keepAnafAccess({ ...later(81), anaf: refused });
    deepEqual(await readSubjects(), ['ANAF refuză aplicația Fotolot']);
    const admins = await sql(`select count(*)::int as count from users where role = 'admin'`);
    equal((await mailsSent()).length, admins[0].count);
    equal((await readAnaf(server.app)).state, 'connected');
    await keepAnafAccess(later(81));
    await list();
  });

  it('is none where nothing was connected, nothing is sent, or another ANAF is set', async () => {
    await failsAs(list({ ...server.app, anaf: null }), 'reconnect');
    const { anaf } = server.app;
    ok(anaf);
    const live = { ...server.app, anaf: { ...anaf, mode: 'live' as const } };
    await failsAs(list(live), 'reconnect');
    equal((await readAnaf(live)).state, 'none');
    await keepAnafAccess(live);
    await sql('delete from anaf_connection');
    await failsAs(list(), 'reconnect');
  });
});
