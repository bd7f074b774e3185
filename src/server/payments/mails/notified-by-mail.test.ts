import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Updateable } from 'kysely';
import { DAY_MS, plusDays } from '#domain/days.ts';
import { formatDay } from '#domain/language/time.ts';
import { CONSENT_VERSION, versionDay } from '#domain/payments/consents.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { expireCredits } from '#server/credits/expire-credits.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { holdCredits } from '#server/credits/hold-store.ts';
import { notifyOfCredits } from '#server/credits/notify-of-credits.ts';
import { deleteOldMails } from '#server/mail/mail-outbox.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { remindOfPlans, stopReminders } from '#server/plans/remind-of-plans.ts';
import { startPeriods } from '#server/plans/start-periods.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { readMails } from '#testing/mail/mails.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { planShop } from '#testing/shop/plan-shop.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';

describe('mails to buyers, exactly once per event', () => {
  let t: TestApp;
  let app: App;
  let outbox: TestOutbox;
  before(async () => {
    t = await testApp();
    outbox = await testOutbox(t.app);
    app = outbox.app;
  });
  after(async () => {
    await outbox.close();
    await t.close();
  });

  const verified = async (): Promise<User & { email: string }> => {
    const user = await t.newUser();
    const { email } = await app.db
      .updateTable('users')
      .set({ email_verified_at: app.now() })
      .where('id', '=', user.id)
      .returning('email')
      .executeTakeFirstOrThrow();
    return { ...user, email };
  };
  const buy = async (user: User, plan: 'basic' | 'pro') => {
    const shop = planShop(t);
    const orderId = await shop.order(user, plan);
    await shop.pay(orderId);
    return orderId;
  };
  /** Runs every job as often as in a day, and sends the mails that they queue. */
  const jobs = async () => {
    for (const _ of [1, 2]) {
      for (const job of [
        startPeriods,
        expireCredits,
        makeInvoiceFiles,
        notifyBuyers,
        notifyOfCredits,
        remindOfPlans,
      ])
        await job(app);
      await outbox.deliver();
    }
  };
  const subjects = async ({ email }: { email: string }) =>
    (await outbox.mailsTo(email)).map(({ subject }) => subject);
  const spend = (user: User, amount: number) =>
    app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, app.now());
      await holdCredits(tx, user.id, { amount, ref: app.newId('run'), now: app.now() });
    });

  test('a receipt names the order, the words agreed to with their time, and how to withdraw', async () => {
    const user = await verified();
    const orderId = await buy(user, 'pro');
    await jobs();
    const [receipt, ...others] = await outbox.mailsTo(user.email);
    deepEqual([receipt?.subject, others.length], ['Ai cumpărat Plan Pro la Fotolot', 0]);
    for (const said of [
      /149\slei, cu TVA inclus/,
      /60 de credite\. 30 de zile, din \d+ \S+ 20\d\d până pe \d+ \S+ 20\d\d\./,
      /Planul nu se reînnoiește singur/,
      new RegExp(`Comanda: ${await readSaidNumber(app, orderId)}\\.`),
      /ai fost de acord.*„Cer ca serviciul să înceapă imediat\..*„Am citit Termenii și condițiile\.”/,
      new RegExp(`textul din ${formatDay(new Date(versionDay(CONSENT_VERSION)))}:`),
      /Te poți retrage în 14 zile/,
    ]) {
      match(receipt?.text ?? '', said);
      match(receipt?.html ?? '', said);
    }
  });

  test('a receipt comes with its invoice to an address that is not proven yet, too', async () => {
    const user = await t.newUser();
    const { email, emailVerified } = await readUserDocument(app, user.id);
    equal(emailVerified, false);
    await buy(user, 'basic');
    await jobs();
    const [receipt] = await outbox.mailsTo(email);
    match(receipt?.text ?? '', /Alăturat: Factura-PROBA\d{4}\.pdf/);
  });

  test('an upgrade’s receipt names the converted days and the end of the plan', async () => {
    const user = await verified();
    await buy(user, 'basic');
    await buy(user, 'pro');
    await jobs();
    const { subscription } = await readUserDocument(app, user.id);
    const reported = (await outbox.mailsTo(user.email)).map(({ text }) => text);
    const end = formatDay(new Date(subscription?.expiresAt ?? ''));
    match(
      reported.join(),
      new RegExp(`30 de zile și încă 12 zile în locul celor rămase.*, din .* până pe ${end}\\.`),
    );
  });

  test('the receipt of a plan paid too late to start as shown says when it starts and offers the money back', async () => {
    const user = await verified();
    const shop = planShop(t);
    await buy(user, 'basic');
    const late = await shop.order(user, 'basic');
    await buy(user, 'basic');
    await shop.pay(late);
    await jobs();
    const texts = (await outbox.mailsTo(user.email)).map(({ text }) => text);
    equal(texts.length, 3);
    const about = texts.filter((text) => /nu a mai putut începe.*toți banii înapoi/.test(text));
    match(about.join(), new RegExp(`Comanda: ${await readSaidNumber(app, late)}\\.`));
    equal(about.length, 1);
  });

  test('a problem is money in review, money that went back without us and a declined card that was left alone, but not our own refund', async () => {
    const shop = planShop(t);
    const reported = async (user: User & { email: string }) =>
      (await subjects(user)).filter((subject) => !subject.startsWith('Ai cumpărat'));
    const twice = async () => {
      await jobs();
      await deleteOldMails(app.db, plusDays(app.now(), 8));
      await jobs();
    };

    const underReview = await verified();
    await shop.take(await shop.order(underReview, 'pro'), { kind: 'paid', amountBani: 1, currency: 'RON' });
    const sentBack = await verified();
    await shop.moneyBack(await buy(sentBack, 'basic'));
    const ours = await verified();
    await shop.take(await buy(ours, 'basic'), { kind: 'refunded', byUs: true });
    await twice();
    deepEqual(await reported(underReview), ['Verificăm plata pentru Plan Pro']);
    deepEqual(await reported(sentBack), ['Banii pentru Plan Basic s-au întors']);
    deepEqual(await reported(ours), []);

    const atBank = planShop({ ...t, app });
    const boss = await verified();
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', boss.id).execute();
    const contested = await buy(await verified(), 'basic');
    for (const _ of [1, 2]) await atBank.take(contested, { kind: 'chargeback' });
    await twice();
    const [letter, ...more] = await outbox.mailsTo(app.operator?.email ?? boss.email);
    deepEqual([letter?.subject, more], ['O comandă de 59\u00a0lei are nevoie de tine: contestată', []]);
    match(letter?.text ?? '', new RegExp(`răspunde băncii.*dashboard\\?order=${contested}`, 's'));

    const [gaveUp, wentOn, paidLater] = [await verified(), await verified(), await verified()];
    const declined = async (user: User) => {
      const orderId = await shop.order(user, 'pro');
      await shop.take(orderId, { kind: 'declined' });
      return orderId;
    };
    for (const user of [gaveUp, wentOn]) await declined(user);
    const open = await declined(paidLater);
    await twice();
    deepEqual(await reported(gaveUp), []);
    t.advance(DAY_MS / 48);
    await buy(wentOn, 'pro');
    await notifyBuyers(app);
    await shop.pay(open);
    await twice();
    deepEqual(await reported(gaveUp), ['Plata pentru Plan Pro nu a reușit']);
    for (const user of [wentOn, paidLater]) deepEqual(await reported(user), []);
  });

  test('a low balance is mailed once per grant, at 20 % of the largest live one, also after mails are forgotten', async () => {
    const user = await verified();
    const give = (amount: number) =>
      app.change(async ({ tx }) => {
        const id = app.newId('grt');
        await lockCreditAccount(tx, user.id, app.now());
        const grant = { userId: user.id, source: 'bought', expiresAt: null, ref: id, actor: 'test' } as const;
        await grantCredits(tx, { id, amount, ...grant });
      });
    await give(20);
    await spend(user, 18);
    await jobs();
    deepEqual(await subjects(user), []);
    await spend(user, 1);
    await jobs();
    await spend(user, 1);
    await jobs();
    await deleteOldMails(app.db, plusDays(app.now(), 8));
    await jobs();
    deepEqual(await subjects(user), ['Mai ai 4 credite la Fotolot']);
    await give(30);
    await spend(user, 33);
    await jobs();
    deepEqual(await subjects(user), ['Mai ai 4 credite la Fotolot', 'Nu mai ai credite la Fotolot']);
  });

  test('reminders come 7, 3 and 0 days before the end of a plan, unless they are stopped', async () => {
    const [user, stopped] = [await verified(), await verified()];
    for (const one of [user, stopped]) await buy(one, 'pro');
    await stopReminders(app, stopped, true);
    for (let day = 0; day < 33; day++) {
      await jobs();
      t.advance(DAY_MS);
    }
    deepEqual((await subjects(user)).slice(1), [
      'Planul Pro se încheie în 7 zile',
      'Planul Pro se încheie în 3 zile',
      'Planul Pro s-a încheiat',
    ]);
    equal((await subjects(stopped)).length, 1);
  });

  test('reminders of an imported plan count to its end wherever that is stored; one that was stopped there stays stopped, one without an end gets none', async () => {
    const imported = async (fields: Updateable<DB['users']>) => {
      const user = await verified();
      const legacy = { plan: 'pro', legacy_plan_expires_at: plusDays(app.now(), 3), ...fields };
      await app.db.updateTable('users').set(legacy).where('id', '=', user.id).execute();
      return user;
    };
    const reminded = await imported({});
    const endless = { legacy_plan_expires_at: null };
    const silent = [
      await imported({ ...endless, legacy_plan_renew_at: plusDays(app.now(), 3) }),
      await imported({ ...endless, subscription_renew_at: plusDays(app.now(), 3) }),
      await imported({ legacy_plan_cancel_at_period_end: true }),
      await imported({
        subscription_cancel_at_period_end: true,
        subscription_renew_at: plusDays(app.now(), 3),
      }),
      await imported({ plan: 'platinum' }),
    ];
    await jobs();
    deepEqual(await subjects(reminded), ['Planul Pro se încheie în 3 zile']);
    t.advance(3 * DAY_MS);
    await jobs();
    for (const user of silent) deepEqual(await subjects(user), []);
  });

  test('credits that expire soon are mailed once, but not those of a plan, nor to an unproven address', async () => {
    const [user, unproven] = [await verified(), await t.newUser()];
    const give = (to: User, source: 'bought' | 'plan', days: number) =>
      app.change(async ({ tx }) => {
        const id = app.newId('grt');
        await lockCreditAccount(tx, to.id, app.now());
        const expiresAt = plusDays(app.now(), days);
        await grantCredits(tx, { id, userId: to.id, source, amount: 25, expiresAt, ref: id, actor: 'test' });
      });
    await give(user, 'bought', 20);
    await give(user, 'plan', 20);
    await give(unproven, 'bought', 20);
    const before = (await readMails(outbox.dataDir)).length;
    await jobs();
    equal((await readMails(outbox.dataDir)).length, before);
    for (let day = 0; day < 20; day++) {
      t.advance(DAY_MS);
      await jobs();
    }
    const [first = '', ...others] = await subjects(user);
    match(first, /^25 de credite expiră pe \d+ \S+ 20\d\d$/);
    deepEqual(others, []);
  });

  test('every mail about money names the seller', async () => {
    const user = await verified();
    const shop = planShop({ ...t, app });
    await shop.take(await shop.order(user, 'pro'), { kind: 'paid', amountBani: 1, currency: 'RON' });
    await shop.moneyBack(await buy(user, 'basic'));
    await buy(user, 'pro');
    for (let day = 0; day < 33; day++) {
      await jobs();
      t.advance(DAY_MS);
    }
    const mails = await outbox.mailsTo(user.email);
    ok(mails.length >= 6);
    deepEqual(
      mails.filter(({ text }) => !text.includes('Vânzătorul: ')).map(({ subject }) => subject),
      [],
    );
  });
});
