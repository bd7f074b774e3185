import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { spendableCredits } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';
import { brokenBooks, inAccount, ledgerCommands, playLedger } from '#testing/ledger-model.ts';

let t: TestApp;
describe('the ledger', () => {
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  test('agrees with plain arithmetic, whatever is granted, held, settled and expires', async () => {
    const play = fc.asyncProperty(ledgerCommands(40), (commands) => playLedger(t, commands));
    await fc.assert(play, { numRuns: countDraws({ local: 15, ci: 60 }) });
    deepEqual(await brokenBooks(t), []);
  });

  test('loses and invents nothing in holds and settlements from 20 connections at once', async () => {
    const real = { t, user: await t.newUser(), base: Date.now() };
    const now = new Date(real.base);
    await inAccount(real, now, (tx) =>
      grantCredits(tx, {
        id: 'grt_multe',
        userId: real.user.id,
        source: 'bought',
        amount: 57,
        expiresAt: null,
        ref: 'x',
        actor: 'test',
      }),
    );
    const attempts = Array.from({ length: 100 }, async (_, n) => {
      const ref = `run_paralel${n}`;
      await inAccount(real, now, (tx) => holdCredits(tx, real.user.id, { amount: 1, ref, now }));
      if (n % 2 === 0)
        await inAccount(real, now, (tx) =>
          settleHold(tx, real.user.id, { ref, settled: n % 4 === 0 ? 1 : 0, now }),
        );
      return n;
    });
    const answers = await Promise.allSettled(attempts);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    for (const { reason } of refused) equal(reason.code, 'credits/not-enough');
    const { rows } = await sql<{ spent: number; open: number }>`
      select coalesce(sum(amount) filter (where kind = 'spend'), 0)::int as spent,
        (count(*) filter (where kind = 'hold') - count(*) filter (where kind = 'release'))::int as open
      from credit_ledger where user_id = ${real.user.id}`.execute(t.app.db);
    const [books] = rows;
    equal(await spendableCredits(t.app.db, real.user.id, now), 60 - (books?.spent ?? 0) - (books?.open ?? 0));
    deepEqual(await brokenBooks(t), []);
  });

  for (const change of [
    'update credit_ledger set delta = 100',
    'delete from credit_ledger',
    'truncate credit_ledger cascade',
  ]) {
    test(`is kept by the database itself from „${change}”`, async () => {
      await rejects(sql.raw(change).execute(t.app.db), /append-only/);
    });
  }

  test('is kept by the database itself from a balance below 0', async () => {
    await rejects(sql`update credit_accounts set balance = -1`.execute(t.app.db), /balance/);
  });
});
