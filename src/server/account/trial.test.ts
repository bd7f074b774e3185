import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import { openUser } from '#server/account/register.ts';
import { rememberSignupBonus } from '#server/account/signup-bonus-store.ts';
import { startTrial } from '#server/account/start-trial.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { givePlan } from '#server/admin/users/give-plan.ts';
import type { User } from '#server/app.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { expireCredits } from '#server/credits/expire-credits.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { endTrials } from '#server/plans/end-trials.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { NO_UPLOADS } from '#testing/files/no-uploads.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';

describe('the trial of 7 days with pro limits and 10 credits, without a card', () => {
  let t: TestApp;
  let shop: ReturnType<typeof planShop>;
  before(async () => {
    t = await testApp();
    shop = planShop(t);
  });
  afterEach(async () => deepEqual(await brokenRules(t), []));
  after(() => t.close());

  const documentOf = ({ id }: User) => readUserDocument(t.app, id);
  const verified = async (email?: string): Promise<User> => {
    const user = await t.newUser();
    const fields = { email_verified_at: t.app.now(), ...(email && { email }) };
    await t.app.db.updateTable('users').set(fields).where('id', '=', user.id).execute();
    return user;
  };
  const attempt = async (users: readonly User[]) => {
    const answers = await Promise.allSettled(users.map((user) => startTrial(t.app, user)));
    return answers.map((answer) => (answer.status === 'fulfilled' ? 'started' : answer.reason.code)).sort();
  };

  test('gives its fields, 10 credits and the limits of pro, and takes what is left at its end', async () => {
    const user = await verified();
    await startTrial(t.app, user);
    const begun = await documentOf(user);
    deepEqual([begun.credits.totalCredits, begun.limits.photosPerLot, begun.plan], [13, 150, 'free']);
    const { used, activatedAt, expiresAt } = begun.trial ?? {};
    deepEqual([used, Date.parse(expiresAt ?? '') - Date.parse(activatedAt ?? '')], [true, 7 * DAY_MS]);
    t.advance(7 * DAY_MS);
    await expireCredits(t.app);
    await expireCredits(t.app);
    const over = await documentOf(user);
    deepEqual([over.credits.totalCredits, over.limits.photosPerLot, over.trial?.used], [3, 20, true]);
    equal(over.rev, begun.rev + 1);
    await rejects(startTrial(t.app, user), { code: 'plans/trial-used' });
  });

  test('tells open tabs that it has ended, once, when no credit of it was left to expire', async () => {
    const user = await verified();
    await startTrial(t.app, user);
    await t.app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, t.app.now());
      await holdCredits(tx, user.id, { amount: 10, ref: 'run_proba', now: t.app.now() });
      await settleHold(tx, user.id, { ref: 'run_proba', settled: 10, now: t.app.now() });
    });
    const begun = await documentOf(user);
    t.advance(7 * DAY_MS - 60_000);
    await endTrials(t.app);
    equal((await documentOf(user)).rev, begun.rev);
    t.advance(60_000);
    for (const _ of [1, 2]) {
      await expireCredits(t.app);
      await endTrials(t.app);
    }
    const over = await documentOf(user);
    deepEqual([over.rev, over.limits.photosPerLot], [begun.rev + 1, 20]);
  });

  test('needs a verified address', async () => {
    await rejects(startTrial(t.app, await t.newUser()), { code: 'plans/trial-unverified' });
  });

  test('is refused with or after a paid plan, also a refunded one, and under a given plan', async () => {
    const paid = await verified();
    const orderId = await shop.order(paid, 'basic');
    await shop.pay(orderId);
    await rejects(startTrial(t.app, paid), { code: 'plans/trial-with-plan' });
    await shop.moneyBack(orderId);
    await rejects(startTrial(t.app, paid), { code: 'plans/trial-with-plan' });
    const given = await verified();
    const { email } = await documentOf(given);
    await givePlan(t.app, { email, plan: 'pro', credits: 0 });
    await rejects(startTrial(t.app, given), { code: 'plans/trial-with-plan' });
    await givePlan(t.app, { email, plan: 'free', credits: 0 });
    deepEqual(await attempt([given]), ['started']);
  });

  test('is given once per Gmail mailbox, like the signup bonus, however its dots are put', async () => {
    const gift = async (email: string) => {
      const account = { email, passwordHash: 'x', displayName: null };
      const id = await t.app.change(({ tx }) => openUser(tx, t.app, { account, role: 'user' }));
      await t.app.db
        .updateTable('users')
        .set({ email_verified_at: t.app.now() })
        .where('id', '=', id)
        .execute();
      const user: User = { id, role: 'user', sessionId: '' };
      return `${(await documentOf(user)).credits.totalCredits} ${await attempt([user])}`;
    };
    equal(await gift('tr.ana@gmail.com'), '3 started');
    for (const same of ['trana@gmail.com', 't.r.ana@gmail.com', 'tr.ana@googlemail.com', 'trana+x@gmail.com'])
      equal(await gift(same), '0 plans/trial-used', same);
    equal(await gift('tr.ana@exemplu.ro'), '3 started');
    equal(await gift('trana@exemplu.ro'), '3 started');
  });

  test('runs on beside a plan that is bought during it', async () => {
    const user = await verified();
    await startTrial(t.app, user);
    const { trial } = await documentOf(user);
    await shop.pay(await shop.order(user, 'basic'));
    const bought = await documentOf(user);
    deepEqual(bought.trial, trial);
    deepEqual([bought.credits.totalCredits, bought.limits.photosPerLot, bought.plan], [33, 150, 'basic']);
  });

  test('is given once per account and per normalised address, however many requests come at once', async () => {
    const user = await verified();
    const again = Array<string>(7).fill('plans/trial-used');
    deepEqual(await attempt(Array(8).fill(user)), [...again, 'started']);
    const twins: User[] = [];
    for (const name of ['ana', 'ana+1', 'ana+2']) twins.push(await verified(`${name}@atelier.example`));
    deepEqual(await attempt(twins), ['plans/trial-used', 'plans/trial-used', 'started']);
    const sum = await Promise.all(twins.map(async (twin) => (await documentOf(twin)).credits.totalCredits));
    equal(
      sum.reduce((a, b) => a + b),
      3 * 3 + 10,
    );
  });

  test('the trial fields of an imported document count, wherever they are stored', async () => {
    const user = await verified();
    await t.app.db
      .updateTable('users')
      .set({ legacy_trial_expires_at: new Date(t.app.now().getTime() - DAY_MS) })
      .where('id', '=', user.id)
      .execute();
    await rejects(startTrial(t.app, user), { code: 'plans/trial-used' });
  });

  test('an imported trial ends as one of ours does: open tabs hear of it once', async () => {
    const user = await verified();
    const legacy_trial_expires_at = new Date(t.app.now().getTime() + DAY_MS);
    const fields = { legacy_trial_expires_at };
    await t.app.db.updateTable('users').set(fields).where('id', '=', user.id).execute();
    const { rev, limits } = await documentOf(user);
    await endTrials(t.app);
    deepEqual([(await documentOf(user)).rev, limits.photosPerLot], [rev, 150]);
    t.advance(DAY_MS);
    for (const _ of [1, 2]) await endTrials(t.app);
    const over = await documentOf(user);
    deepEqual([over.rev, over.limits.photosPerLot], [rev + 1, 20]);
  });

  test('an imported trial is remembered with the address when the account leaves it', async () => {
    const [user, mailAddress] = [await verified(), 'plecat@atelier.example'];
    const fields = { legacy_trial_expires_at: new Date(t.app.now().getTime() - DAY_MS) };
    await t.app.db.updateTable('users').set(fields).where('id', '=', user.id).execute();
    await t.app.change(({ tx }) => rememberSignupBonus(tx, t.app, { userId: user.id, email: mailAddress }));
    await rejects(startTrial(t.app, await verified(mailAddress)), { code: 'plans/trial-used' });
  });

  test('an address is known to have had its signup bonus for 24 months', async () => {
    const known = async () =>
      (await t.app.db.selectFrom('gift_claims').select('kind').execute()).map(({ kind }) => kind);
    const before = await known();
    deepEqual(new Set(before), new Set(['registration', 'trial']));
    t.advance(700 * DAY_MS);
    await dailyCleanup(t.app, NO_UPLOADS);
    deepEqual(await known(), before);
    t.advance(40 * DAY_MS);
    await dailyCleanup(t.app, NO_UPLOADS);
    deepEqual(await known(), []);
  });
});
