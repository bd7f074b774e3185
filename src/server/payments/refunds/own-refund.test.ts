import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import { revokedSentences } from '#domain/language/refund-sentences.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { readHistory } from '#server/credits/history-view.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { holdCreditsBefore } from '#testing/credits/earlier-store.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';

describe('stepping back from a purchase within 14 days', () => {
  let card: CardShop;
  let { t, provider, shop, buy, credits } = {} as CardShop;
  let app: App;
  let outbox: TestOutbox;
  before(async () => {
    card = await cardShop();
    ({ t, provider, shop, buy, credits } = card);
    outbox = await testOutbox(card.app);
    app = outbox.app;
  });
  afterEach(() => card.tidy());
  after(async () => {
    await outbox.close();
    await card.close();
  });

  const spend = (user: User, amount: number, spent = amount) =>
    app.change(async ({ tx }) => {
      const run = app.newId('run');
      await lockCreditAccount(tx, user.id, app.now());
      await holdCredits(tx, user.id, { amount, ref: run, now: app.now() });
      await settleHold(tx, user.id, { ref: run, settled: spent, now: app.now() });
    });
  const quote = (user: User, orderId: string, _shown?: object) => quoteRefund(app, user, { orderId });
  const ask = (user: User, orderId: string, { shownAmount, by = app }: { shownAmount: number; by?: App }) =>
    withdrawFromOwnOrder(by, user, { orderId, shownAmount });
  const listed = async (user: User) => {
    const { purchases } = await listPurchases(app, user.id, {});
    return purchases.map(({ refund, refundUntil }) => [refund, refundUntil !== null]);
  };
  /** Returns the mails after the purchase's receipt, which waits for its invoice's file. Runs the job as often as it may run. */
  const mailsTo = async ({ id }: User) => {
    await makeInvoiceFiles(app);
    for (const _ of [1, 2]) await notifyBuyers(app);
    await outbox.deliver();
    const { email } = await readUserDocument(app, id);
    return (await outbox.mailsTo(email)).slice(1);
  };

  it('shows the amount that comes back, gives exactly that, and is refused when it has changed meanwhile', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    deepEqual(await quote(user, orderId), { amount: 50, credits: 10, period: null, planAfter: null });
    deepEqual(await listed(user), [[null, true]]);
    // Gifts are spent before bought credits: the shown sum stands.
    await spend(user, 3);
    deepEqual(await quote(user, orderId), { amount: 50, credits: 10, period: null, planAfter: null });
    await spend(user, 3);
    await rejects(ask(user, orderId, { shownAmount: 50 }), { code: 'payments/refund-changed' });
    deepEqual(await quote(user, orderId), { amount: 35, credits: 7, period: null, planAfter: null });
    equal(await credits(user), 7);
    await ask(user, orderId, { shownAmount: 35 });
    equal(await credits(user), 0);
    deepEqual(await listed(user), [[{ state: 'done', amount: 35 }, false]]);
    const [last] = (await readHistory(app, user.id, {})).entries;
    deepEqual(
      [last?.kind, last?.delta, last?.subject],
      ['refund', -7, { kind: 'purchase', name: 'Starter 10' }],
    );
    await rejects(quote(user, orderId), { code: 'payments/refund-exists' });
    await ask(user, orderId, { shownAmount: 35 });
    equal(await credits(user), 0);
  });

  it('gives the shown amount when a hold of the version before took bought credits first, and that hold keeps its parts', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const held = app.newId('run');
    const now = app.now();
    await app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, now);
      await holdCreditsBefore(tx, user.id, { amount: 4, ref: held, now });
    });
    deepEqual((await quote(user, orderId)).amount, 30);
    await spend(user, 2);
    equal((await quote(user, orderId)).amount, 30);
    await app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, now);
      await settleHold(tx, user.id, { ref: held, settled: 3, now });
    });
    equal((await quote(user, orderId)).amount, 35);
    await ask(user, orderId, { shownAmount: 35 });
    equal(await credits(user), 1);
  });

  it('shows the plan’s fate: the running period ends, one that has not begun gives its whole price', async () => {
    const user = await t.newUser();
    const running = await buy(user, 'basic');
    await spend(user, 5);
    const next = await buy(user, 'basic');
    const [ends, waits] = [await quote(user, running), await quote(user, next)];
    deepEqual([ends.amount, ends.credits, ends.period], [44.25, 15, 'ends']);
    deepEqual([waits.amount, waits.credits, waits.period], [59, 0, 'not-begun']);
    await ask(user, next, { shownAmount: 59 });
    await ask(user, running, { shownAmount: 44.25 });
    const { plan } = await readUserDocument(app, user.id);
    deepEqual([plan, await credits(user)], ['free', 3]);
  });

  it('shows the new end of the plan that the purchase’s days were converted into', async () => {
    const user = await t.newUser();
    const basic = await buy(user, 'basic');
    await shop.pay(await shop.order(user, 'pro'));
    const before = (await readUserDocument(app, user.id)).subscription?.expiresAt;
    const shown = await quote(user, basic);
    const [, sentence = ''] = revokedSentences(shown);
    match(sentence, /planul Pro se încheie cu 12 zile mai devreme, pe .+ 20\d\d în loc de .+ 20\d\d\./);
    await ask(user, basic, { shownAmount: shown.amount });
    const { plan, subscription } = await readUserDocument(app, user.id);
    deepEqual(shown.planAfter, { plan, expiresAt: subscription?.expiresAt, before });
  });

  it('is the owner’s alone, for 14 days, while something is left', async () => {
    const [user, other, spender] = [await t.newUser(), await t.newUser(), await t.newUser()];
    const [orderId, spent] = [await buy(user), await buy(spender)];
    for (const attempt of [quote, ask])
      await rejects(attempt(other, orderId, { shownAmount: 50 }), { code: 'payments/order-not-found' });
    await spend(spender, 13);
    for (const attempt of [quote, ask])
      await rejects(attempt(spender, spent, { shownAmount: 0 }), { code: 'payments/nothing-to-refund' });
    t.advance(20 * DAY_MS);
    for (const attempt of [quote, ask])
      await rejects(attempt(user, orderId, { shownAmount: 50 }), { code: 'payments/refund-too-late' });
    deepEqual(await listed(user), [[null, false]]);
  });

  it('is proven by one mail with the second it was asked at, which says how it ended', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await ask(user, orderId, { shownAmount: 50 });
    const [receipt, ...others] = await mailsTo(user);
    deepEqual([receipt?.subject, others.length], ['Am primit retragerea ta din contract', 0]);
    for (const said of [
      /Pe \d+ \S+ 20\d\d, \d\d:\d\d:\d\d te-ai retras din contractul/,
      new RegExp(await readSaidNumber(t.app, orderId)),
      /50\slei se întorc pe cardul cu care ai plătit/,
      /Vânzătorul: datele operatorului nu sunt încă completate/,
    ])
      match(receipt?.text ?? '', said);
  });

  it('with an unknown outcome says so, and tells it by a second mail once it is known', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await provider.faults({ credit: '500' });
    await ask(user, orderId, { shownAmount: 50 });
    deepEqual(await listed(user), [[{ state: 'asked', amount: 50 }, false]]);
    match(
      (await mailsTo(user))[0]?.text ?? '',
      /Am cerut NETOPIA să întoarcă 50\slei.*nu avem încă răspunsul/,
    );
    await provider.faults({});
    t.advance(20 * 60_000);
    await checkOrders(app);
    deepEqual(await listed(user), [[{ state: 'refused', amount: 50 }, false]]);
    equal(await credits(user), 3);
    const [, outcome, ...others] = await mailsTo(user);
    deepEqual([outcome?.subject, others.length], ['Îți datorăm banii după retragere', 0]);
    match(outcome?.text ?? '', /Retragerea e valabilă și îți datorăm 50\slei\./);
  });

  it('stands where the provider refuses; an admin’s refund of another purchase is told once done', async () => {
    const [user, other] = [await t.newUser(), await t.newUser()];
    const [orderId, given] = [await buy(user), await buy(other)];
    const stranger = { ...app, payments: provider.withOptions({ apiKey: 'alta' }) };
    await ask(user, orderId, { shownAmount: 50, by: stranger });
    deepEqual([await credits(user), await listed(user)], [3, [[{ state: 'refused', amount: 50 }, false]]]);
    const admin: User = { ...(await t.newUser()), role: 'admin' };
    await rejects(refundOrder(app, admin, { orderId, reason: 'La telefon' }), {
      code: 'payments/refund-exists',
    });
    await refundOrder(app, admin, { orderId: given, reason: 'La telefon' });
    const subjects = async (to: User) => (await mailsTo(to)).map(({ subject }) => subject);
    deepEqual(await subjects(user), ['Am primit retragerea ta din contract']);
    deepEqual(await subjects(other), ['Banii se întorc pe card']);
  });
});
