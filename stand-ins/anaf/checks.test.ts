import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCui, judgeInvoice } from './checks.ts';
import { FIRM, SELLER, writeInvoice } from './testing/invoice.ts';
import { parseXml } from './xml.ts';

/** Returns the names of the rules that a changed invoice breaks. */
function listBroken(change: (xml: string) => string, isConsumer = true): string[] {
  const { root } = parseXml(
    Buffer.from(change(writeInvoice({ buyer: isConsumer ? '0000000000000' : FIRM }))),
  );
  const found = judgeInvoice(root, { cif: SELLER, isConsumer, isForeign: false });
  return found.map((sentence) => /^\[([\w-]+)\]/.exec(sentence)?.[1] ?? sentence);
}

const replace = (from: string | RegExp, to: string) => (xml: string) => xml.replaceAll(from, to);
const OUTSIDE = [
  replace('<cbc:ID>S</cbc:ID><cbc:Percent>21.00</cbc:Percent>', '<cbc:ID>O</cbc:ID>'),
  replace('17.36', '0.00'),
  replace('100.00', '82.64'),
  replace(/<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/gu, ''),
  replace(
    'probă SRL</cbc:RegistrationName>',
    `x</cbc:RegistrationName><cbc:CompanyID>${SELLER}</cbc:CompanyID>`,
  ),
];
const exempt = (xml: string) => OUTSIDE.reduce((all, change) => change(all), xml);
const withReason = (xml: string) =>
  exempt(xml).replace(
    '<cac:TaxCategory><cbc:ID>O</cbc:ID>',
    '<cac:TaxCategory><cbc:ID>O</cbc:ID><cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>',
  );

describe("the checks of ANAF's stand-in", () => {
  it('find nothing at a right invoice, of a payer of VAT or of another', () => {
    deepEqual(
      listBroken((xml) => xml),
      [],
    );
    deepEqual(
      listBroken((xml) => xml, false),
      [],
    );
    deepEqual(listBroken(withReason), []);
  });

  it('find nothing at a storno with a negative quantity', () => {
    const storno = (xml: string) =>
      xml
        .replace(/>(82\.64|17\.36|100\.00)</gu, '>-$1<')
        .replace('>1</cbc:InvoicedQuantity>', '>-1</cbc:InvoicedQuantity>')
        .replace(/(<cbc:PriceAmount[^>]*>)-/u, '$1');
    deepEqual(listBroken(storno), []);
  });

  it('name the rule that an invoice breaks', () => {
    const cases: readonly (readonly [change: (xml: string) => string, ...rules: string[]])[] = [
      [replace('CIUS-RO:1.0.1', 'CIUS-RO:1.0.0'), 'BR-RO-001'],
      [replace('FTL0001', 'FTL'), 'BR-RO-010'],
      [replace('>380<', '>381<'), 'BR-RO-020'],
      [replace('2026-11-22', '2026-11-2'), 'BR-RO-DT001'],
      [replace('>SECTOR3<', '>Sector 3<'), 'BR-RO-101'],
      [replace('>RO-B<', '>B<'), 'BR-RO-111'],
      [replace('>RO-CJ<', '><'), 'BR-RO-110'],
      [replace('Pro 25', 'ș'.repeat(101)), 'BR-RO-L1024'],
      [
        replace('<cbc:CompanyID>0000000000000</cbc:CompanyID>', ''),
        'BR-RO-120',
        'Prin uploadb2c se transmit numai facturi catre persoane fizice',
      ],
      [replace(/(<cbc:PriceAmount[^>]*>)/gu, '$1-'), 'BR-27'],
      [
        replace(
          '>100.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="RON">0.00',
          '>0.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="RON">100.00',
        ),
        'BR-CO-25',
      ],
      [replace('>100.00</cbc:PrepaidAmount>', '>99.00</cbc:PrepaidAmount>'), 'BR-CO-16'],
      [replace('21.00', '19.00'), 'BR-CO-17', 'BR-S-09'],
      [exempt, 'BR-O-10'],
    ];
    for (const [change, ...rules] of cases) deepEqual(listBroken(change), rules);
  });

  it('know a right CUI by its last digit', () => {
    for (const right of [SELLER, FIRM, '19']) equal(isCui(right), true, right);
    for (const wrong of ['9000000012', '1', '12345678901', '1234a']) equal(isCui(wrong), false, wrong);
  });
});
