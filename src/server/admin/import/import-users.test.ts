import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readSubscription } from '#domain/plans/subscription.ts';
import { readTrial } from '#domain/plans/trial.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { type ImportReport, importUsers } from '#server/admin/import/import-users.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { seenWithFalls } from '#server/plans/retention-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';

/** Documents as the hosted database exports them. */
const EXPORT = {
  users: {
    u1: {
      email: 'Ana@Exemplu.ro',
      displayName: 'Ana Pop',
      photoURL: 'https://lh3.googleusercontent.com/a/abc',
      createdAt: { _seconds: 1_760_000_000, _nanoseconds: 5_000_000 },
      plan: 'pro',
      credits: { totalCredits: 12 },
      planExpiresAt: '2099-01-01T00:00:00.000Z',
      trialActivated: true,
      trialExpiresAt: { seconds: 1_760_600_000, nanos: 0 },
    },
    u2: { email: 'ion@exemplu.ro', plan: 'platinum', credits: { totalCredits: -1 }, role: 'admin' },
    u3: { email: 'ana@exemplu.ro', displayName: 'Altă Ana' },
    u4: { email: 'stricat', plan: 'basic' },
    u5: { email: 'data@exemplu.ro', plan: 'basic', subscription: { expiresAt: 'cândva' } },
    u6: { email: 'poza@exemplu.ro', photoURL: 'http://altundeva.example/x.jpg', lastLoginAt: 'ieri' },
  },
};
const WRITE = { dryRun: false, keepAdmins: false };

describe('importing users', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(async () => {
    const broken = await findViolations(t.app, { orphanGraceMs: 0, deep: false });
    await t.close();
    assert.deepEqual(broken, []);
  });

  const TABLES = [
    'users',
    'credit_accounts',
    'credit_grants',
    'credit_ledger',
    'gift_claims',
    'imported_users',
    'live_events',
  ] as const;
  /** Every row of every table an import could touch. */
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => {
          const rows = await t.app.db.selectFrom(table).selectAll().execute();
          return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
        }),
      ),
    );
  const oursOf = async (uid: string) => {
    const row = await t.app.db
      .selectFrom('imported_users')
      .select('user_id')
      .where('foreign_uid', '=', uid)
      .executeTakeFirstOrThrow();
    return readUserDocument(t.app, row.user_id);
  };
  const linesOf = ({ problems }: ImportReport) =>
    problems.map(
      ({ uid, field, reason, refused }) => `${uid} ${field}: ${reason}${refused ? ' – refused' : ''}`,
    );

  it('writes nothing in a dry run, and reports what a real one would', async () => {
    const before = await everything();
    const rehearsed = await importUsers(t.app, EXPORT, { ...WRITE, dryRun: true });
    assert.deepEqual(await everything(), before);
    assert.equal(rehearsed.imported, 3);
    assert.deepEqual(rehearsed, await importUsers(t.app, EXPORT, WRITE));
  });

  it('changes nothing when it is done again', async () => {
    const before = await everything();
    const again = await importUsers(t.app, EXPORT, WRITE);
    assert.deepEqual([again.imported, again.alreadyHere, again.refused], [0, 3, 3]);
    assert.deepEqual(await everything(), before);
  });

  it('names every problem by uid and field, and one bad document never stops the rest', async () => {
    const report = await importUsers(t.app, EXPORT, { ...WRITE, dryRun: true });
    assert.deepEqual(linesOf(report), [
      'u2 role: admin is kept only with --keep-admins',
      'u3 email: another document of the file has the address – refused',
      'u4 email: not an address – refused',
      'u5 subscription.expiresAt: not an instant – refused',
      'u6 photoURL: not an https address of an allow-listed provider or of the hosted storage',
      'u6 lastLoginAt: not an instant',
    ]);
    assert.doesNotMatch(JSON.stringify(report), /@exemplu|Ana|Ion|lh3/);
  });

  it('reads as it read before: plan, trial, credits, dates', async () => {
    const ana = await oursOf('u1');
    assert.match(ana.uid, /^usr_[a-z0-9]{26}$/);
    assert.deepEqual(
      [ana.email, ana.displayName, ana.role, ana.hasPassword, ana.emailVerified, ana.createdAt],
      ['ana@exemplu.ro', 'Ana Pop', 'user', false, false, '2025-10-09T08:53:20.005Z'],
    );
    assert.equal(ana.photoURL, 'https://lh3.googleusercontent.com/a/abc');
    assert.equal(ana.credits.totalCredits, 12);
    assert.equal(ana.subscription, null);
    assert.equal(readSubscription(ana).expiresAt?.getUTCFullYear(), 2099);
    assert.deepEqual([readTrial(ana).used, ana.limits.photosPerLot], [true, 150]);
  });

  it('counts the days of the plan or trial as seen, so that its end takes nothing at once', async () => {
    const { uid } = await oursOf('u1');
    assert.equal((await seenWithFalls(t.app.db, uid)).seen?.days, 90);
  });

  it('keeps an unknown plan as it is written and reads it as free; −1 is unlimited without end', async () => {
    const ion = await oursOf('u2');
    assert.deepEqual([ion.plan, ion.role, ion.credits.totalCredits], ['free', 'user', -1]);
    const { plan } = await t.app.db
      .selectFrom('users')
      .select('plan')
      .where('id', '=', ion.uid)
      .executeTakeFirstOrThrow();
    assert.equal(plan, 'platinum');
    t.advance(50 * 365 * 86_400_000);
    assert.equal((await oursOf('u2')).credits.totalCredits, -1);
    t.advance(-50 * 365 * 86_400_000);
  });

  it('gives the credits by one gift of the ledger', async () => {
    const { uid } = await oursOf('u1');
    const rows = await t.app.db
      .selectFrom('credit_grants')
      .select(['source', 'granted', 'ref', 'expires_at'])
      .where('user_id', '=', uid)
      .execute();
    assert.deepEqual(rows, [{ source: 'gift', granted: 12, ref: 'import:u1', expires_at: null }]);
  });

  it('never merges: an address that has an account here is reported', async () => {
    const user = await t.newUser();
    const { email } = await readUserDocument(t.app, user.id);
    const report = await importUsers(
      t.app,
      { users: [{ uid: 'u7', email, credits: { totalCredits: 9 } }] },
      WRITE,
    );
    assert.deepEqual(linesOf(report), ['u7 email: the address has an account – refused']);
    assert.equal((await readUserDocument(t.app, user.id)).credits.totalCredits, 3);
  });

  it('keeps admins only when that is asked for', async () => {
    const users = [{ uid: 'u8', email: 'sef@exemplu.ro', role: 'admin' }];
    assert.deepEqual(linesOf(await importUsers(t.app, { users }, { dryRun: false, keepAdmins: true })), []);
    assert.equal((await oursOf('u8')).role, 'admin');
  });

  it('takes a list as well as a map, and refuses documents without a uid or with a second one', async () => {
    const users = [
      { uid: 'u9', email: 'noua@exemplu.ro' },
      { email: 'fara@exemplu.ro' },
      { uid: 'u9', email: 'alta@exemplu.ro' },
      { uid: 'a\nb', email: 'rupt@exemplu.ro' },
      null,
    ];
    const report = await importUsers(t.app, { users }, WRITE);
    assert.deepEqual(linesOf(report), [
      '#2 uid: missing, or not 1–128 plain characters – refused',
      'u9 uid: stands in the file twice – refused',
      '#4 uid: missing, or not 1–128 plain characters – refused',
      '#5 email: not an address – refused',
    ]);
    assert.equal((await oursOf('u9')).email, 'noua@exemplu.ro');
  });

  it('leaves a document whose credits were given before to the operator, and goes on', async () => {
    await t.app.db.deleteFrom('imported_users').where('foreign_uid', '=', 'u1').execute();
    const users = {
      u1: { email: 'iar@exemplu.ro', credits: { totalCredits: 12 } },
      u10: { email: 'dupa@exemplu.ro' },
    };
    const report = await importUsers(t.app, { users }, WRITE);
    assert.deepEqual(linesOf(report), ['u1 document: the database refuses it (23505) – refused']);
    assert.equal((await oursOf('u10')).email, 'dupa@exemplu.ro');
  });

  it('refuses a file that is no export', async () => {
    for (const json of [null, [], {}, { users: 'x' }, 'text'])
      await assert.rejects(importUsers(t.app, json, WRITE), /is no export/);
  });
});
