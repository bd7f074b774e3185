import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { orderFile } from '#contract/admin/admin-orders.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { OrderEvent } from '#domain/payments/order-state.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import type { App, User } from '#server/app.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { decideStorno } from '#server/payments/orders/decide-storno.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { restoreOrder } from '#server/payments/orders/restore-order.ts';
import { giveGoodwill, noteGoodwillPaid } from '#server/payments/refunds/give-goodwill.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { listOrderInvoices } from '#server/payments/store/invoice-store.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { readZip } from '#testing/files/zip.ts';
import { testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { SELLER } from '#testing/shop/invoice-shop.ts';

const PRICE = 5000;

/** Words of the provider after which the money may be gone, whole. */
const OUTSIDE: Readonly<Record<string, OrderEvent>> = {
  chargeback: { kind: 'chargeback' },
  'a refund outside': { kind: 'refunded', byUs: false },
  'a reversed payment': { kind: 'cancelled' },
};

describe('goodwill of an order whose money goes back by another way', () => {
  let card: CardShop;
  let app: App;
  let admin: User;
  before(async () => {
    card = await cardShop();
    app = card.app;
    admin = { ...(await card.t.newUser()), role: 'admin' };
  });
  afterEach(() => card.tidy());
  after(() => card.close());

  async function buyWithGoodwill(sumBani: number, user?: User) {
    const orderId = await card.buy(user ?? (await card.t.newUser()));
    const promised = { orderId, amountBani: sumBani, shownMostBani: PRICE, reason: 'Ne pare rău' };
    await giveGoodwill(app, admin, { ...promised, key: randomUUID() });
    const goodwillId = (await readOrderFile(app, orderId)).goodwill[0]?.id ?? '';
    const paidOn = toBucharestDay(app.now());
    const pay = () => noteGoodwillPaid(app, admin, { orderId, goodwillId, reference: 'OP 7', paidOn });
    return { orderId, pay };
  }
  const decide = (orderId: string, amountBani: number, letGoodwillGo?: boolean) =>
    decideStorno(app, admin, { orderId, amountBani, letGoodwillGo, reason: 'Văzut la NETOPIA' });
  const isOffered = async (orderId: string, list: 'transfer' | 'storno') =>
    (await listOrders(app, { list })).orders.some(({ id }) => id === orderId);
  async function readState(orderId: string) {
    const file = await readOrderFile(app, orderId);
    orderFile.parse(file);
    const { hold, paid } = file.goodwill[0] ?? {};
    return { hold, isPaid: paid != null, isOffered: await isOffered(orderId, 'transfer') };
  }
  const sumOfStornos = async (orderId: string) =>
    (await listOrderInvoices(app.db, orderId))
      .filter(({ kind, cause }) => kind === 'storno' && cause !== 'mended')
      .reduce((sum, { gross_bani }) => sum - gross_bani, 0);
  const HELD = { hold: 'undecided', isPaid: false, isOffered: false };
  const GONE = { hold: 'let-go', isPaid: false, isOffered: false };
  const OWED = { hold: null, isPaid: false, isOffered: true };

  for (const [name, event] of Object.entries(OUTSIDE))
    for (const sum of [2000, PRICE])
      it(`is not transferred after ${name}, with ${sum / 100} lei promised, and its storno is of what went back`, async () => {
        const user = await card.t.newUser();
        const { orderId, pay } = await buyWithGoodwill(sum, user);
        deepEqual(await readState(orderId), OWED);
        await card.shop.take(orderId, event);
        deepEqual(await readState(orderId), HELD);
        equal(await isOffered(orderId, 'storno'), true);
        await rejects(pay(), { code: 'payments/goodwill-held', details: { hold: 'undecided' } });
        equal((await listPurchases(app, user.id, {})).purchases[0]?.goodwill, null);
        await decide(orderId, PRICE - sum);
        deepEqual(await readState(orderId), GONE);
        equal(await isOffered(orderId, 'storno'), false);
        await rejects(pay(), { code: 'payments/goodwill-held', details: { hold: 'let-go' } });
        await rejects(decide(orderId, 0), { code: 'payments/no-storno-due' });
        equal(await sumOfStornos(orderId), PRICE);
        const { order, events } = await readOrderFile(app, orderId);
        equal(events.findLast((each) => each.event === 'storno-decided')?.data.letGoAmount, sum / 100);
        ok(order.state !== 'paid');
        await notifyBuyers(app);
      });

  for (const [name, event] of Object.entries(OUTSIDE))
    it(`is still owed where ${name} took other money, and never more than was paid goes back`, async () => {
      for (const [gone, letGo] of [
        [1000, undefined],
        [3000, false],
      ] as const) {
        const { orderId, pay } = await buyWithGoodwill(2000);
        await card.shop.take(orderId, event);
        await rejects(decide(orderId, 2999, true), { code: 'http/bad-request' });
        await decide(orderId, gone, letGo);
        deepEqual(await readState(orderId), OWED);
        await pay();
        equal(await sumOfStornos(orderId), gone + 2000);
      }
    });

  it('is still owed where a dispute took nothing, until the bank decides otherwise', async () => {
    const { orderId, pay } = await buyWithGoodwill(2000);
    const say = (status: number) => {
      const update = { source: 'notification', event: { kind: 'chargeback' }, status } as const;
      return app.change((unit) => applyPaymentEvent(unit, app, { orderId, update }));
    };
    await say(16);
    deepEqual(await readState(orderId), HELD);
    await decide(orderId, 0);
    deepEqual(await readState(orderId), OWED);
    await say(10);
    deepEqual(await readState(orderId), HELD);
    await rejects(pay(), { code: 'payments/goodwill-held' });
  });

  it('is let go later too, once an admin sees that its own money went back', async () => {
    const { orderId, pay } = await buyWithGoodwill(2000);
    await card.shop.take(orderId, { kind: 'chargeback' });
    await decide(orderId, 3000, false);
    await decide(orderId, 0);
    deepEqual(await readState(orderId), GONE);
    await rejects(pay(), { code: 'payments/goodwill-held' });
    // A later word about the money changes nothing for what is let go.
    await card.shop.take(orderId, { kind: 'refunded', byUs: false });
    deepEqual(await readState(orderId), GONE);
    equal(await sumOfStornos(orderId), PRICE);
  });

  it('is owed again once the money is here again, and the books have each way of the money', async () => {
    for (const sum of [2000, PRICE]) {
      const { orderId, pay } = await buyWithGoodwill(sum);
      await card.shop.take(orderId, { kind: 'chargeback' });
      await decide(orderId, PRICE - sum);
      await restoreOrder(app, admin, { orderId, reason: 'Contestație câștigată' });
      deepEqual(await readState(orderId), OWED);
      await pay();
      const documents = await listOrderInvoices(app.db, orderId);
      equal(
        documents.reduce((rest, { gross_bani }) => rest + gross_bani, 0),
        PRICE - sum,
      );
      deepEqual(await receiptsOf(orderId), PRICE - sum);
    }
  });

  it('keeps the books at nothing where a chargeback took what was promised too', async () => {
    for (const sum of [2000, PRICE]) {
      const { orderId } = await buyWithGoodwill(sum);
      await card.shop.take(orderId, { kind: 'chargeback' });
      await decide(orderId, PRICE - sum);
      equal(await receiptsOf(orderId), 0);
    }
  });

  for (const [name, event] of Object.entries(OUTSIDE))
    it(`that was transferred before ${name} stays paid, and the admin sees both sums`, async () => {
      const { orderId, pay } = await buyWithGoodwill(2000);
      await pay();
      await card.shop.take(orderId, event);
      await pay();
      const state = { hold: null, isPaid: true, isOffered: false };
      deepEqual(await readState(orderId), state);
      const { isStornoDue, goodwill, order, invoiced } = await readOrderFile(app, orderId);
      deepEqual([isStornoDue, goodwill[0]?.amount, order.price, invoiced?.rest], [true, 20, 50, 30]);
      await decide(orderId, 3000);
      deepEqual(await readState(orderId), state);
      equal(await sumOfStornos(orderId), PRICE);
    });

  it('is transferred or held, never both, when an admin notes it beside the word of the provider', async () => {
    for (let i = 0; i < 2; i++) {
      const { orderId, pay } = await buyWithGoodwill(PRICE);
      const [noted] = await Promise.allSettled([pay(), card.shop.take(orderId, { kind: 'chargeback' })]);
      const { isPaid, hold } = await readState(orderId);
      deepEqual([isPaid, hold], noted.status === 'fulfilled' ? [true, null] : [false, 'undecided']);
    }
  });

  it('is in the mail that tells the admins of a chargeback, whether it was transferred or not', async () => {
    const outbox = await testOutbox({ ...app, operator: SELLER });
    for (const [isPaid, words] of [
      [false, /Nu plăti transferul promis, de 20\slei/],
      [true, /Ai transferat deja 20\slei din bunăvoință/],
    ] as const) {
      const { orderId, pay } = await buyWithGoodwill(2000);
      if (isPaid) await pay();
      const update = { source: 'notification', event: { kind: 'chargeback' } } as const;
      await outbox.app.change((unit) => applyPaymentEvent(unit, outbox.app, { orderId, update }));
      await outbox.deliver();
      match((await outbox.mailsTo(SELLER.email)).at(-1)?.text ?? '', words);
    }
    await outbox.close();
  });

  it('is let go once by two admins who decide at once', async () => {
    const { orderId } = await buyWithGoodwill(PRICE);
    await card.shop.take(orderId, { kind: 'chargeback' });
    const both = await Promise.allSettled([decide(orderId, 0), decide(orderId, 0)]);
    deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    deepEqual(await readState(orderId), GONE);
  });

  const GIVE_BACK: Readonly<Record<string, (user: User, orderId: string) => Promise<void>>> = {
    'a refund': (_, orderId) => refundOrder(app, admin, { orderId, reason: 'La cerere' }),
    'a withdrawal': async (user, orderId) => {
      const { amount } = await quoteRefund(app, user, { orderId });
      await withdrawFromOwnOrder(app, user, { orderId, shownAmount: amount });
    },
    'a withdrawal paid by transfer': async (user, orderId) => {
      const closed = { ...app, payments: null };
      const { amount } = await quoteRefund(closed, user, { orderId });
      const { id } = await withdrawFromOwnOrder(closed, user, { orderId, shownAmount: amount });
      const paidOn = toBucharestDay(app.now());
      await payWithdrawal(app, admin, { withdrawalId: id, way: 'transfer', reference: 'OP 9', paidOn });
    },
  };
  for (const [name, giveBack] of Object.entries(GIVE_BACK))
    it(`is still owed after ${name} of the rest, and waits once the bank takes that too`, async () => {
      const user = await card.t.newUser();
      const { orderId, pay } = await buyWithGoodwill(2000, user);
      await giveBack(user, orderId);
      await card.deliver();
      deepEqual(await readState(orderId), OWED);
      equal(await sumOfStornos(orderId), PRICE);
      await card.shop.take(orderId, { kind: 'chargeback' });
      deepEqual(await readState(orderId), HELD);
      await decide(orderId, 0);
      deepEqual(await readState(orderId), GONE);
      await rejects(pay(), { code: 'payments/goodwill-held' });
      equal(await sumOfStornos(orderId), PRICE);
    });

  /** Returns the bani that came, less those that went, in the books' files of SAGA. */
  async function receiptsOf(orderId: string): Promise<number> {
    const month = toBucharestDay(app.now()).slice(0, 7);
    const book = await openBook(app, { month, file: 'saga' });
    const [document] = await listOrderInvoices(app.db, orderId);
    const name = `comanda ${document?.snapshot.orderNumber}`;
    const receipts = readZip(await buffer(book.body)).filter((file) => file.name.startsWith('I_'));
    const lines = receipts
      .flatMap(({ bytes }) => bytes.toString().split('<Linie>'))
      .filter((line) => line.includes(name));
    ok(lines.length > 0);
    for (const line of lines) match(line, /<Suma>-?\d+\.\d\d<\/Suma>/);
    const sums = lines.map((line) => Number(line.match(/<Suma>(.*)<\/Suma>/)?.[1]) * 100);
    return Math.round(sums.reduce((sum, bani) => sum + bani, 0));
  }
});
