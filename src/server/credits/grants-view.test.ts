import { deepEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readCreditGrants } from '#contract/credits.ts';
import type { GrantSource } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { holdCredits } from '#server/credits/hold-store.ts';
import { type TestServer, testServer } from '#testing/server.ts';

let server: TestServer;
describe('grants of credits', () => {
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  it('are listed to their owner with their ends, the next to be spent first, without expired, spent and held ones', async () => {
    const { app } = server;
    const user = await server.newUser();
    const now = app.now();
    const give = (source: GrantSource, amount: number, days: number) =>
      app.change(async ({ tx }) => {
        await lockCreditAccount(tx, user.uid, now);
        const id = app.newId('grt');
        const grant = { id, source, amount, expiresAt: plusDays(now, days), ref: id, actor: 'test' };
        await grantCredits(tx, { ...grant, userId: user.uid });
      });
    await give('bought', 10, 700);
    await give('plan', 20, 30);
    await give('trial', 5, 7);
    await app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.uid, now);
      await holdCredits(tx, user.uid, { amount: 7, ref: app.newId('run'), now });
    });
    await give('trial', 4, -1);
    const { grants } = await user.call(readCreditGrants, {});
    deepEqual(
      grants.map(({ source, granted, remaining, expiresAt }) => [source, granted, remaining, expiresAt]),
      [
        ['plan', 20, 18, plusDays(now, 30).toISOString()],
        ['gift', 3, 3, null],
        ['bought', 10, 10, plusDays(now, 700).toISOString()],
      ],
    );
  });
});
