import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createPackage,
  listAllPackages,
  listCreditPackages,
  listPlans,
  setPackageActive,
} from '#contract/payments.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('credit packages', () => {
  let server: TestServer;
  let visitor: Client;
  let admin: Client;
  before(async () => {
    server = await testServer();
    visitor = server.client();
    const person = await server.newUser('sefa@fotolot.example');
    await server.database.pool.query("update users set role = 'admin' where id = $1", [person.uid]);
    admin = person;
  });
  after(() => server.close());

  it('are Starter 10, Pro 25 and Scale 60 while no other was made, also for two first readers at once', async () => {
    const lists = await Promise.all(
      Array.from({ length: 8 }, () => server.client().call(listCreditPackages, {})),
    );
    for (const { packages } of lists)
      assert.deepEqual(
        packages.map(({ name, credits, price, currency, isActive }) => [
          name,
          credits,
          price,
          currency,
          isActive,
        ]),
        [
          ['Starter 10', 10, 50, 'RON', true],
          ['Pro 25', 25, 100, 'RON', true],
          ['Scale 60', 60, 200, 'RON', true],
        ],
      );
    assert.equal((await visitor.call(listCreditPackages, {})).packages.length, 3);
  });

  it('have their dates and are created by admins, with a price to the ban', async () => {
    const made = await admin.call(createPackage, {
      body: { name: 'Târg de toamnă', credits: 7, price: 33.33 },
    });
    assert.ok(Date.parse(made.createdAt) <= Date.now() && made.updatedAt === made.createdAt);
    const { rows } = await server.database.pool.query(
      'select price_bani from credit_packages where id = $1',
      [made.id],
    );
    assert.deepEqual(rows, [{ price_bani: 3333 }]);
    const { packages } = await visitor.call(listCreditPackages, {});
    assert.deepEqual(packages[0], made);
    const later = { name: 'De Crăciun', credits: 8, price: 30, isActive: false };
    const kept = await admin.call(createPackage, { body: later });
    assert.equal(kept.isActive, false);
    assert.deepEqual((await visitor.call(listCreditPackages, {})).packages, packages);
    await assert.rejects(admin.call(createPackage, { body: { name: 'Strâmb', credits: 1, price: 1.005 } }), {
      code: 'http/bad-request',
    });
    for (const name of ['   ', '\u200b\u200b\u200b', '\u3164\u3164', '\u0301\u0301', '---'])
      await assert.rejects(admin.call(createPackage, { body: { name, credits: 1, price: 5 } }), {
        code: 'http/bad-request',
      });
    await assert.rejects(admin.call(createPackage, { body: { name: 'Gol', credits: 0, price: 5 } }), {
      code: 'http/bad-request',
    });
  });

  it('go off sale and back, and are made by admins only', async () => {
    const [first] = (await visitor.call(listCreditPackages, {})).packages;
    assert.ok(first);
    const change = { params: { packageId: first.id }, body: { isActive: false } };
    const off = await admin.call(setPackageActive, change);
    assert.equal(off.isActive, false);
    assert.ok(off.updatedAt > first.updatedAt);
    const names = async () => (await visitor.call(listCreditPackages, {})).packages.map(({ name }) => name);
    assert.equal((await names()).includes(first.name), false);
    assert.equal((await admin.call(listAllPackages, {})).packages.length, 5);
    await admin.call(setPackageActive, { ...change, body: { isActive: true } });
    assert.equal((await names()).includes(first.name), true);

    const person = await server.newUser();
    for (const asked of [visitor, person]) {
      const code = asked === person ? 'auth/admin-required' : 'auth/session-required';
      await assert.rejects(asked.call(setPackageActive, change), { code });
      await assert.rejects(asked.call(listAllPackages, {}), { code });
      await assert.rejects(asked.call(createPackage, { body: { name: 'Al meu', credits: 99, price: 1 } }), {
        code,
      });
    }
    await assert.rejects(
      admin.call(setPackageActive, { ...change, params: { packageId: `pkg_${'a'.repeat(26)}` } }),
      { code: 'payments/package-not-found' },
    );
  });

  it('that are all off sale are not replaced by the defaults', async () => {
    await server.database.pool.query('update credit_packages set is_active = false');
    assert.deepEqual((await visitor.call(listCreditPackages, {})).packages, []);
  });
});

describe('plans', () => {
  it('are offered with price, credits and limits as they are today; test is not for sale', async () => {
    const server = await testServer();
    try {
      const read = async () =>
        (await server.client().call(listPlans, {})).plans.map(({ plan, price, credits }) => [
          plan,
          price,
          credits,
        ]);
      const today = [
        ['free', 0, 3],
        ['basic', 59, 20],
        ['pro', 149, 60],
        ['dealer', 399, 200],
      ];
      assert.deepEqual(await read(), today);
      const insert = `insert into plan_terms select plan, now() + $1::interval, photos_per_lot, outputs_per_run,
        saved_recipes, retention_days, storage_bytes, photos_at_once, $2::bigint, credits from plan_terms where plan = 'pro' limit 1`;
      await server.database.pool.query(insert, ['1 day', 99_900]);
      assert.deepEqual(await read(), today);
      await server.database.pool.query(insert, ['-1 minute', 15_950]);
      assert.deepEqual((await read())[2], ['pro', 159.5, 60]);
    } finally {
      await server.close();
    }
  });
});
