import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { orderFile } from '#contract/admin/admin-orders.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import type { User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { decideStorno } from '#server/payments/orders/decide-storno.ts';
import { restoreOrder } from '#server/payments/orders/restore-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { readPlanState } from '#server/plans/plan-store.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { BONUS, type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { SELLER } from '#testing/shop/invoice-shop.ts';

/** Statuses of the provider, by its own notifications: 8 refunded, 9 disputed, 10 lost, 16 contested, 5 confirmed, 4 voided, 17 reversed. */
describe('later news about money that was paid', () => {
  let card: CardShop;
  let outbox: TestOutbox;
  let admin: User;
  before(async () => {
    card = await cardShop();
    outbox = await testOutbox({ ...card.app, operator: SELLER });
    admin = { ...(await card.t.newUser()), role: 'admin' };
  });
  after(async () => {
    await card.tidy();
    await outbox.close();
    await card.close();
  });

  const file = async (orderId: string) => orderFile.parse(await readOrderFile(card.app, orderId));
  const tell = async (orderId: string, ...statuses: number[]) => {
    for (const status of statuses) {
      await card.provider.control('POST', `/orders/${orderId}/status`, { status });
      await card.deliver(outbox.app);
    }
  };
  const decide = (orderId: string, lei: number, revokeCredits?: boolean) =>
    decideStorno(card.app, admin, {
      orderId,
      amountBani: lei * 100,
      reason: 'Văzut în contul NETOPIA',
      revokeCredits,
    });
  const restore = (orderId: string) =>
    restoreOrder(card.app, admin, { orderId, reason: 'Contestația este câștigată' });
  const isListed = async (orderId: string) =>
    (await listOrders(card.app, { list: 'storno' })).orders.some(({ id }) => id === orderId);
  const documents = async (orderId: string) =>
    (await file(orderId)).invoices.map(({ cause, gross }) => [cause, gross]);

  it('a dispute that is lost after an admin decided 0 is on „De stornat” again, and the admins hear of it', async () => {
    const orderId = await card.buy(await card.t.newUser());
    await tell(orderId, 9);
    await decide(orderId, 0);
    await tell(orderId, 16);
    equal(await isListed(orderId), false);
    await tell(orderId, 10);
    equal(await isListed(orderId), true);
    await outbox.deliver();
    const [mail] = (await outbox.mailsTo(SELLER.email)).filter(({ text }) => /s-a pierdut/.test(text));
    match(mail?.text ?? '', new RegExp(orderId));
    await decide(orderId, 50);
    deepEqual(await documents(orderId), [
      ['payment', 50],
      ['outside', -50],
    ]);
  });

  it('a second part that is refunded outside is news, and what is left can be decided about', async () => {
    const orderId = await card.buy(await card.t.newUser());
    await tell(orderId, 8);
    await decide(orderId, 20);
    equal(await isListed(orderId), false);
    await tell(orderId, 3, 8);
    equal(await isListed(orderId), true);
    await decide(orderId, 30);
    equal((await file(orderId)).invoiced, null);
  });

  it('a payment that is voided or reversed goes by „De stornat” with its credits, or without where the admin says so', async () => {
    for (const status of [4, 17]) {
      const [whole, kept] = [await card.t.newUser(), await card.t.newUser()];
      const gone = await card.buy(whole);
      await tell(gone, status);
      equal(await isListed(gone), true);
      await decide(gone, 50);
      deepEqual([(await file(gone)).order.state, await card.credits(whole)], ['refunded', BONUS]);
      deepEqual([await isListed(gone), (await file(gone)).invoiced], [false, null]);
      const part = await card.buy(kept);
      await tell(part, status);
      await decide(part, 50, false);
      deepEqual([(await file(part)).order.state, await card.credits(kept)], ['paid', BONUS + 10]);
    }
  });

  it('a dispute that is won is told, gives the credits back and is invoiced again as far as it was taken back', async () => {
    const won: string[] = [];
    for (const storno of [0, 20, 50]) {
      const buyer = await card.t.newUser();
      const orderId = await card.buy(buyer);
      won.push(orderId);
      await tell(orderId, 9);
      await decide(orderId, storno);
      equal(await card.credits(buyer), BONUS);
      await tell(orderId, 16, 5);
      equal(await isListed(orderId), true);
      deepEqual((await file(orderId)).restoreNow, { credits: 10, amount: storno, isMoneyAgain: true });
      await restore(orderId);
      const { order, invoices, invoiced, isStornoDue } = await file(orderId);
      deepEqual([order.state, await card.credits(buyer), isStornoDue], ['paid', BONUS + 10, false]);
      deepEqual([invoiced?.rest, invoices.reduce((sum, { gross }) => sum + gross, 0)], [50, 50]);
      // A part of an invoice cannot be reissued: its rest is taken back first.
      equal(invoices.filter(({ cause }) => cause === 'restored').length, { 0: 0, 20: 2, 50: 1 }[storno]);
      await rejects(restore(orderId), { code: 'payments/not-restorable' });
    }
    await outbox.deliver();
    const told = (await outbox.mailsTo(SELLER.email)).filter(({ subject }) => /din nou aici/.test(subject));
    deepEqual(
      won.filter((id) => !told.some(({ text }) => text.includes(id))),
      [],
    );
  });

  it('a dispute that is won invoices nothing again of what we gave back before', async () => {
    const buyer = await card.t.newUser();
    const orderId = await card.buy(buyer);
    await card.app.change(async ({ tx, now }) => {
      await lockCreditAccount(tx, buyer.id, now);
      await holdCredits(tx, buyer.id, { amount: BONUS + 4, ref: 'run_spent', now });
      await settleHold(tx, buyer.id, { ref: 'run_spent', settled: BONUS + 4, now });
    });
    await refundOrder(card.app, admin, { orderId, reason: 'La cerere' });
    await card.deliver(outbox.app);
    const [, givenBack = []] = await documents(orderId);
    deepEqual(givenBack, ['refund', -30]);
    await tell(orderId, 9);
    await decide(orderId, 5);
    await tell(orderId, 16, 5);
    equal((await file(orderId)).restoreNow?.amount, 5);
  });

  it('a dispute that is won and opened again takes the credits again, and may be won again', async () => {
    const buyer = await card.t.newUser();
    const orderId = await card.buy(buyer);
    for (const round of [1, 2]) {
      await tell(orderId, 9);
      equal(await isListed(orderId), true, `round ${round}`);
      await decide(orderId, 50);
      equal(await card.credits(buyer), BONUS);
      await tell(orderId, 5);
      await restore(orderId);
      equal(await card.credits(buyer), BONUS + 10);
      equal((await file(orderId)).invoiced?.rest, 50);
    }
  });

  it('a plan’s period begins anew with the credits that were left, each given once', async () => {
    const buyer = await card.t.newUser();
    const orderId = await card.buy(buyer, 'basic');
    await tell(orderId, 9);
    await decide(orderId, 59);
    deepEqual([(await readPlanState(card.app.db, buyer.id)).line, await card.credits(buyer)], [null, BONUS]);
    await tell(orderId, 5);
    await restore(orderId);
    const { line } = await readPlanState(card.app.db, buyer.id);
    deepEqual([line?.current.plan, await card.credits(buyer)], ['basic', BONUS + 20]);
    const [grant] = await card.app.db
      .selectFrom('credit_grants')
      .select(['expires_at', 'remaining'])
      .where('ref', '=', orderId)
      .execute();
    deepEqual(grant, { expires_at: line?.current.endsAt ?? null, remaining: 20 });
  });

  it('leave nothing to decide where no money went back', async () => {
    const orderId = await card.buy(await card.t.newUser());
    equal((await file(orderId)).restoreNow, null);
    await rejects(restore(orderId), { code: 'payments/not-restorable' });
    await rejects(decide(orderId, 1), { code: 'payments/no-storno-due' });
  });
});
