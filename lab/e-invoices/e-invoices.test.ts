import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildEInvoice } from '#domain/invoices/e-invoice/build.ts';
import { checkEInvoice } from '#domain/invoices/e-invoice/check/check.ts';
import { buildInvoice } from '#testing/invoices/snapshots.ts';
import { drawDocuments } from './draw-documents.ts';
import { drawMutants, MUTATIONS } from './draw-mutants.ts';

describe('mutants of e-invoices', () => {
  const xml = buildEInvoice(buildInvoice());
  const draw = (seed: number) => drawMutants('an invoice', xml, { seed, count: 20 });

  it('are drawn alike for the same seed, each another document, by each mutation', () => {
    const mutants = draw(7);
    deepEqual(mutants, draw(7));
    equal(new Set(mutants.map((mutant) => mutant.xml)).size, mutants.length);
    for (const mutation of MUTATIONS)
      equal(mutants.filter((mutant) => mutant.mutation === mutation).length, 20, mutation);
  });

  it('that miss, double or move an amount are refused', () => {
    const amounts = draw(11).filter(({ change }) =>
      /^(drop|double|move) cbc:(Tax|Payable).*Amount/.test(change),
    );
    ok(amounts.length > 0);
    for (const mutant of amounts) ok(checkEInvoice(mutant.xml).length > 0, mutant.change);
  });
});

describe('documents drawn as orders make them', () => {
  it('are taken, invoices and stornos, of each kind of seller', () => {
    const documents = drawDocuments({ seed: 3, count: 60 });
    for (const { name, xml } of documents) deepEqual(checkEInvoice(xml), [], name);
    const kinds = new Set(documents.map(({ name }) => name.replace(/^(\w+) \d+ of ([\w-]+) .*$/, '$1 $2')));
    equal(kinds.size, 2 * 3);
  });
});
