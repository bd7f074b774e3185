import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { invoiceAmount, stornoAmount, sumOfAmounts } from './amounts.ts';

describe('the amounts of invoices', () => {
  test('hold, for the prices of the shop, the tax that the accountant reckons', () => {
    const taxed = [5_000, 5_900, 10_000, 14_900, 20_000, 39_900].map((price) => {
      const { netBani, vatBani } = invoiceAmount(price, 21);
      return [netBani, vatBani];
    });
    deepEqual(taxed, [
      [4_132, 868],
      [4_876, 1_024],
      [8_264, 1_736],
      [12_314, 2_586],
      [16_529, 3_471],
      [32_975, 6_925],
    ]);
    deepEqual(invoiceAmount(14_900, null), { netBani: 14_900, vatBani: 0, grossBani: 14_900 });
  });

  test('add up to zero when 60 of 100 lei go back, later the rest: the last storno takes net and tax by difference', () => {
    const invoice = invoiceAmount(10_000, 21);
    const part = stornoAmount(invoice, 6_000, 21);
    deepEqual(part, { netBani: -4_959, vatBani: -1_041, grossBani: -6_000 });
    const rest = stornoAmount(sumOfAmounts([invoice, part]), 4_000, 21);
    deepEqual(rest, { netBani: -3_305, vatBani: -695, grossBani: -4_000 });
    deepEqual(sumOfAmounts([invoice, part, rest]), { netBani: 0, vatBani: 0, grossBani: 0 });
  });

  test('come for all documents of an order to what is still paid, net and tax never below zero', () => {
    const percents = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
    const parts = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), percents, parts, (price, percent, wanted) => {
        const documents = [invoiceAmount(price, percent)];
        let paid = price;
        const takeBack = (bani: number) => {
          documents.push(stornoAmount(sumOfAmounts(documents), bani, percent));
          paid -= bani;
          const { netBani, vatBani, grossBani } = sumOfAmounts(documents);
          equal(grossBani, paid);
          equal(netBani + vatBani, grossBani);
          ok(netBani >= 0 && vatBani >= 0);
        };
        for (const bani of wanted) if (bani <= paid) takeBack(bani);
        if (paid > 0) takeBack(paid);
        deepEqual(sumOfAmounts(documents), { netBani: 0, vatBani: 0, grossBani: 0 });
        for (const { netBani, vatBani } of documents.slice(1)) ok(netBani <= 0 && vatBani <= 0);
      }),
      { numRuns: 500 },
    );
  });

  test('are refused when they are nothing, a fraction of a ban or more than is left', () => {
    const invoice = invoiceAmount(5_000, 21);
    for (const bani of [0, -1, 0.5, Number.NaN]) throws(() => invoiceAmount(bani, 21), RangeError);
    for (const bani of [0, -1, 0.5, 5_001]) throws(() => stornoAmount(invoice, bani, 21), RangeError);
  });
});
