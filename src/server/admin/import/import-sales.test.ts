import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ImportReport, importUsers } from '#server/admin/import/import-users.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';

const EXPORT = {
  users: { u1: { email: 'ana@exemplu.ro', credits: { totalCredits: 12 } } },
  creditPackages: {
    p1: { name: 'Starter 10', credits: 10, price: 50, currency: 'Lei', isActive: true },
    p2: { name: 'Vechi', credits: 5, price: 20, isActive: false, createdAt: '2025-01-02T00:00:00Z' },
    p3: { name: 'Vechi', credits: 5, price: 20 },
    p4: { name: 'Stricat', credits: 2.5, price: 20 },
  },
  creditPurchases: {
    c1: {
      userId: 'u1',
      createdAt: { _seconds: 1_760_000_000, _nanoseconds: 0 },
      name: 'Pro 25',
      credits: 25,
      price: 100,
    },
    c2: { userId: 'u1', createdAt: '2025-03-01T10:00:00Z', ntp: { raw: [1, null] } },
    c3: { userId: 'nimeni', createdAt: '2025-03-01T10:00:00Z' },
    c4: { userId: 'u1', createdAt: 'ieri' },
    c5: null,
  },
};
const WRITE = { dryRun: false, keepAdmins: false };
const REFUSED = [
  'creditPackages/p4 credits: not a whole number above 0',
  'creditPurchases/c3 userId: no imported account has this uid',
  'creditPurchases/c4 createdAt: not an instant',
  'creditPurchases/c5 document: not a map of fields',
];
const FIRST = [
  { imported: 2, alreadyHere: 1, refused: 1 },
  { imported: 2, alreadyHere: 0, refused: 3 },
];

describe('importing packages and purchases', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(async () => {
    const broken = await findViolations(t.app, { orphanGraceMs: 0, deep: false });
    await t.close();
    assert.deepEqual(broken, []);
  });

  const everything = () =>
    Promise.all(
      (
        [
          'credit_packages',
          'orders',
          'order_events',
          'credit_purchases',
          'credit_grants',
          'live_events',
        ] as const
      ).map(async (table) => JSON.stringify(await t.app.db.selectFrom(table).selectAll().execute())),
    );
  const lines = ({ problems }: ImportReport) =>
    problems.map(({ uid, field, reason }) => `${uid} ${field}: ${reason}`);
  const owner = async () =>
    (await t.app.db.selectFrom('imported_users').select('user_id').executeTakeFirstOrThrow()).user_id;

  it('writes nothing in a dry run, and reports what a real one would', async () => {
    const before = await everything();
    const report = await importUsers(t.app, EXPORT, { ...WRITE, dryRun: true });
    assert.deepEqual(lines(report), REFUSED);
    assert.deepEqual(report.creditPurchases, FIRST[1]);
    assert.deepEqual(await everything(), before);
  });

  it('imports every row that can be read, and one bad row never stops the rest', async () => {
    const report = await importUsers(t.app, EXPORT, WRITE);
    assert.deepEqual(lines(report), REFUSED);
    assert.deepEqual([report.creditPackages, report.creditPurchases], FIRST);
  });

  it('changes nothing when it is done again, in a list as in a map', async () => {
    const before = await everything();
    const asList = Object.entries(EXPORT.creditPurchases).map(([id, row]) => row && { id, ...row });
    for (const creditPurchases of [EXPORT.creditPurchases, asList]) {
      const again = await importUsers(t.app, { ...EXPORT, creditPurchases }, WRITE);
      assert.deepEqual([again.creditPackages.imported, again.creditPurchases.imported], [0, 0]);
      assert.equal(again.creditPurchases.alreadyHere, 2);
    }
    assert.deepEqual(await everything(), before);
  });

  it('keeps an inactive package inactive, and makes no defaults beside the imported ones', async () => {
    const rows = await t.app.db
      .selectFrom('credit_packages')
      .select(['name', 'credits', 'price_bani', 'is_active'])
      .orderBy('name')
      .execute();
    assert.deepEqual(rows, [
      { name: 'Starter 10', credits: 10, price_bani: 5000, is_active: true },
      { name: 'Vechi', credits: 5, price_bani: 2000, is_active: false },
    ]);
  });

  it('shows the purchases by date with an order in state imported, which grants nothing', async () => {
    const userId = await owner();
    const { purchases } = await listPurchases(t.app, userId, {});
    assert.deepEqual(
      purchases.map(({ name, credits, price, createdAt }) => [name, credits, price, createdAt]),
      [
        ['Pro 25', 25, 100, '2025-10-09T08:53:20.000Z'],
        ['Cumpărare', 0, 0, '2025-03-01T10:00:00.000Z'],
      ],
    );
    const orders = await t.app.db.selectFrom('orders').select(['state', 'mode', 'is_granted']).execute();
    assert.deepEqual(orders, Array(2).fill({ state: 'imported', mode: 'imported', is_granted: false }));
    const grants = await t.app.db.selectFrom('credit_grants').select(['granted', 'ref']).execute();
    assert.deepEqual(grants, [{ granted: 12, ref: 'import:u1' }]);
  });

  it('verify names an imported order that lost its purchase or was said to have granted', async () => {
    const named = async () =>
      (await findViolations(t.app, { orphanGraceMs: 0, deep: false })).map(({ rule }) => rule);
    await t.app.db.updateTable('orders').set({ is_granted: true }).execute();
    assert.deepEqual(await named(), ['an imported order is one purchase and gave nothing']);
    await t.app.db.updateTable('orders').set({ is_granted: false }).execute();
    assert.deepEqual(await named(), []);
  });
});
