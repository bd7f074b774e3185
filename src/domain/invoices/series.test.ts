import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invoiceName, readInvoiceName } from '#domain/invoices/series.ts';

describe('the name of an invoice', () => {
  it('is read as it is printed, and however a person writes it', () => {
    for (const series of ['FTL', 'FTL26', 'A1', 'PROBA'])
      for (const number of [1, 7, 26, 4321, 98765]) {
        const printed = invoiceName({ series, number });
        for (const written of [
          printed,
          printed.replace(' ', ''),
          ` ${printed.toLowerCase()} `,
          `${series}-${number}`,
        ])
          ok(
            readInvoiceName(written).some((read) => read.series === series && read.number === number),
            written,
          );
      }
  });

  it('is not found in the number of an order, a bare number, words or a number too large to be one', () => {
    for (const text of ['ord_7q', 'FTL', '', 'FTL 12345678901234567890', `${'A'.repeat(11)}1`])
      deepEqual(readInvoiceName(text), [], text);
  });
});
