import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { orderFile, decideStorno as stornoRoute } from '#contract/admin/admin-orders.ts';
import { DAY_MS } from '#domain/days.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import type { App, User } from '#server/app.ts';
import { remindOfStornos } from '#server/payments/invoices/remind-of-stornos.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { decideStorno, mendOrderInvoice } from '#server/payments/orders/decide-storno.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { invoiceShop, listAmounts, SELLER } from '#testing/shop/invoice-shop.ts';
import { brokenRules } from '#testing/shop/plan-shop.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';
import { BILLING } from '#testing/shop/shop.ts';

describe('money that went back by another way', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let outbox: TestOutbox;
  let app: App;
  let admin: User;
  before(async () => {
    t = await testApp();
    outbox = await testOutbox({ ...t.app, operator: SELLER });
    app = outbox.app;
    own = await invoiceShop({ ...t, app });
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  after(async () => {
    await outbox.close();
    await t.close();
  });

  const due = async () => {
    const { orders, stornosDue } = await listOrders(app, { list: 'storno' });
    equal(orders.length, stornosDue);
    return orders.map(({ id }) => id);
  };
  const decide = (orderId: string, amountBani: number) =>
    decideStorno(app, admin, { orderId, amountBani, reason: 'Văzut în contul NETOPIA' });
  const isDue = async (orderId: string) => {
    const file = await readOrderFile(app, orderId);
    orderFile.parse(file);
    return file.isStornoDue;
  };

  it('is on the list until an admin decides, who takes back and logs a part of the invoice or all of it', async () => {
    const orderId = await own.paidOrder();
    await rejects(decide(orderId, 5000), { code: 'payments/no-storno-due' });
    await own.shop.moneyBack(orderId);
    deepEqual(await due(), [orderId]);
    await rejects(decide(orderId, 5001), { code: 'http/bad-request' });
    await decide(orderId, 3000);
    deepEqual(await due(), []);
    const rows = await own.documents(orderId);
    deepEqual(listAmounts(rows).at(-1), [-2479, -521, -3000]);
    deepEqual(rows.at(-1)?.snapshot.reason, 'Plata a fost returnată cumpărătorului');
    const file = await readOrderFile(app, orderId);
    orderFile.parse(file);
    deepEqual(
      [file.invoiced?.rest, file.invoices.map(({ gross }) => gross), file.events.at(-1)?.event],
      [20, [50, -30], 'storno-decided'],
    );
    const acts = await app.db.selectFrom('admin_acts').select(['kind', 'reason', 'details']).execute();
    deepEqual(acts, [{ kind: 'order-storno', reason: 'Văzut în contul NETOPIA', details: { amount: 30 } }]);
    // The same reading again is no news; another notification is about another part, and so is a dispute.
    const read = { source: 'status', event: { kind: 'refunded', byUs: false } } as const;
    await app.change((unit) => applyPaymentEvent(unit, app, { orderId, update: read }));
    equal(await isDue(orderId), false);
    for (const event of [{ kind: 'refunded', byUs: false }, { kind: 'chargeback' }] as const) {
      await own.shop.take(orderId, event);
      equal(await isDue(orderId), true);
      await decide(orderId, 500);
      equal(await isDue(orderId), false);
    }
    // Something is left: an admin can decide once more when more goes back.
    await decide(orderId, 1000);
    await rejects(decide(orderId, 1), { code: 'payments/no-storno-due' });
    deepEqual(
      (await own.documents(orderId)).map(({ gross_bani }) => gross_bani),
      [5000, -3000, -500, -500, -1000],
    );
    deepEqual(
      (await brokenRules(t)).filter((rule) => /invoice|storno|documents/.test(rule)),
      [],
    );
  });

  it('asks for no decision where it was our refund, or where nothing had counted', async () => {
    const ours = await own.paidOrder();
    await own.askRefund(ours, 5000);
    await own.shop.take(ours, { kind: 'refunded', byUs: false });
    deepEqual([await isDue(ours), await due()], [false, []]);
  });

  it('reminds admins once, after three working days', async () => {
    // A Monday, far from holidays.
    t.advance(Date.parse('2027-02-08T08:00:00Z') - app.now().getTime());
    const orderId = await own.paidOrder();
    await own.shop.take(orderId, { kind: 'chargeback' });
    const reminders = async () => {
      await remindOfStornos(app);
      await outbox.deliver();
      return (await outbox.mailsTo(SELLER.email)).filter(({ subject }) => /stornată/.test(subject));
    };
    t.advance(2 * DAY_MS);
    deepEqual(await reminders(), []);
    t.advance(DAY_MS);
    const [mail] = await reminders();
    const said = await readSaidNumber(app, orderId);
    match(mail?.text ?? '', new RegExp(`${said}.*au rămas 50\\slei.*dashboard\\?order=${orderId}`, 's'));
    equal((await reminders()).length, 1);
    await decide(orderId, 5000);
  });

  it('a buyer’s wrong data are mended from the form, and the new invoice fills it in', async () => {
    const orderId = await own.paidOrder();
    const file = await readOrderFile(app, orderId);
    deepEqual(file.invoiced?.buyer, { ...BILLING, phone: '' });
    const mend = (changes: object) =>
      mendOrderInvoice(app, admin, {
        orderId,
        reason: 'Nume greșit',
        billing: { ...BILLING, ...changes },
      });
    await rejects(mend({ lastName: '' }), { code: 'payments/billing-invalid' });
    await mend({ kind: 'firm', name: 'Mașini Bune SRL', cui: 'RO43131360', vatPayer: true });
    const after = await readOrderFile(app, orderId);
    deepEqual(
      [after.invoiced?.buyer.cui, after.invoiced?.buyer.vatPayer, after.invoices.map(({ cause }) => cause)],
      ['43131360', true, ['payment', 'mended', 'mended']],
    );
  });

  it('a decision about a storno is asked for in the words that pages of the version before send', () => {
    const sent = { reason: 'Văzut în contul NETOPIA', amount: 10, withdrawCredits: false };
    deepEqual(stornoRoute.body.parse(sent), sent);
  });
});
