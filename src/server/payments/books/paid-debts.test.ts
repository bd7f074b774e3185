import { deepEqual, equal } from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App, User } from '#server/app.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { listBooks } from '#server/payments/books/books-view.ts';
import { listOrderInvoices } from '#server/payments/store/invoice-store.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { readZip } from '#testing/files/zip.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';

/** The card provider refuses to give the money back: it is owed, and paid by hand. */
describe('owed money of a withdrawal, in the books', () => {
  let card: CardShop;
  let app: App;
  let admin: User;
  before(async () => {
    card = await cardShop();
    app = { ...card.app, payments: card.provider.withOptions({ apiKey: 'alta' }) };
    admin = { ...(await card.t.newUser()), role: 'admin' };
  });
  after(async () => {
    await card.tidy();
    await card.close();
  });

  const monthNow = () => toBucharestDay(app.now()).slice(0, 7);
  const receipts = async (month: string) => {
    const files = readZip(await buffer((await openBook(app, { month, file: 'saga' })).body));
    return files
      .filter(({ name }) => name.startsWith('I_'))
      .flatMap(({ bytes }) => [...bytes.toString().matchAll(/<Linie>.*?<\/Linie>/g)])
      .map(([line]) =>
        ['Numar', 'Suma', 'Cont', 'FacturaNumar'].map(
          (name) => new RegExp(`<${name}>(.*?)<`).exec(line)?.[1],
        ),
      );
  };

  it('stands among the money of the day it was paid on, under its storno, also where that is the month’s only entry', async () => {
    const buyer = await card.t.newUser();
    const orderId = await card.buy(buyer);
    const { amount } = await quoteRefund(app, buyer, { orderId });
    const { id: withdrawalId } = await withdrawFromOwnOrder(app, buyer, { orderId, shownAmount: amount });
    const issued = monthNow();
    equal((await receipts(issued)).length, 1, 'nothing went back yet');
    while (monthNow() === issued) card.t.advance(DAY_MS);
    deepEqual(
      (await listBooks(app)).months.map(({ month }) => month),
      [issued],
    );
    const paidOn = toBucharestDay(app.now());
    await payWithdrawal(app, admin, { withdrawalId, way: 'transfer', reference: 'OP 17', paidOn });
    const { months } = await listBooks(app);
    deepEqual(
      months.map(({ month, invoices, stornos, gross }) => [month, invoices, stornos, gross]),
      [
        [monthNow(), 0, 0, 0],
        [issued, 1, 1, 0],
      ],
    );
    const [, storno] = await listOrderInvoices(app.db, orderId);
    deepEqual(await receipts(monthNow()), [['OP 17', '-50.00', '5121', `PROBA000${storno?.number}`]]);
    equal((await receipts(issued)).length, 1);
  });
});
