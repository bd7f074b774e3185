import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { brokenBooks, inAccount } from '#testing/ledger-model.ts';

const STARTS = 200;
const BOUGHT = 34;

describe('the last credits', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  it('are sold exactly once by 200 parallel starts', async () => {
    const user = await t.newUser();
    const now = t.app.now();
    await inAccount({ t, user, base: now.getTime() }, now, (tx) =>
      grantCredits(tx, {
        id: 'grt_ultimele',
        userId: user.id,
        source: 'bought',
        amount: BOUGHT,
        expiresAt: null,
        ref: 'ultimele',
        actor: 'test',
      }),
    );
    const there = await spendableCredits(t.app.db, user.id, now);
    const batches = await Promise.all(Array.from({ length: STARTS }, () => t.newBatch(user, 1)));
    const outcomes = await Promise.all(
      batches.map((batch) =>
        startBatch(t.app, user, { ...batch, cost: 1, idempotencyKey: t.app.newId('key') }).then(
          () => 'sold',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        ),
      ),
    );
    const counted = Object.fromEntries(
      [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
    );
    deepEqual(counted, { sold: there, 'credits/not-enough': STARTS - there });
    equal(await spendableCredits(t.app.db, user.id, t.app.now()), 0);
    const { rows } = await sql<{ runs: number; held: number }>`
      select count(*)::int as runs, sum(l.amount)::int as held from runs r
      join credit_ledger l on l.kind = 'hold' and l.ref = r.id where r.owner_id = ${user.id}`.execute(
      t.app.db,
    );
    deepEqual(rows, [{ runs: there, held: there }]);
    deepEqual(await brokenBooks(t), []);
  });
});
