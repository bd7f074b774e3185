import { deepEqual, doesNotMatch, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { COUNTIES, type County } from '#domain/payments/counties.ts';
import { drawnSnapshot } from '#testing/invoices/drawn-snapshots.ts';
import { FAULTS } from '#testing/invoices/e-invoice-faults.ts';
import { SHAPES } from '#testing/invoices/e-invoice-shapes.ts';
import {
  ASSOCIATION,
  buildExemptFields,
  buildInvoice,
  buildStorno,
  FIRM,
  PERSON,
  SELLER,
  SMALL_FIRM,
} from '#testing/invoices/snapshots.ts';
import { buildEInvoice } from './build.ts';
import { checkEInvoice } from './check/check.ts';
import { readXml } from './check/read-xml.ts';
import { xmlText } from './xml-text.ts';

describe('the checker of e-invoices', () => {
  it('knows 42 shapes of documents', () => {
    equal(Object.keys(SHAPES).length, 42);
  });

  for (const [name, { xml, broken }] of Object.entries(SHAPES))
    it(`${broken.length > 0 ? 'refuses' : 'takes'} ${name}${broken.length > 0 ? ` by ${broken.join(' and ')}` : ''}`, () => {
      deepEqual(checkEInvoice(xml), broken);
    });

  for (const { name, xml, broken } of FAULTS)
    it(`refuses ${name} by ${broken.join(' and ')}`, () => {
      deepEqual(checkEInvoice(xml), broken);
    });

  it('refuses what is not well-formed or written in another order', () => {
    const xml = buildEInvoice(buildInvoice());
    for (const wrong of [
      '',
      'Factura',
      xml.replace('</cac:Item>', ''),
      xml.replace('Fotolot<', 'Foto & lot<'),
      xml.replace('Fotolot<', 'Foto\u0008lot<'),
      `${xml}<x/>`,
      xml.replace('<cbc:ID>', '<!-- --><cbc:ID>'),
    ])
      deepEqual(checkEInvoice(wrong), ['XML']);
    const id = '<cbc:ID>FTL0007</cbc:ID>\n';
    const day = '<cbc:IssueDate>2026-11-22</cbc:IssueDate>\n';
    deepEqual(checkEInvoice(xml.replace(id + day, day + id)), ['UBL']);
    deepEqual(checkEInvoice(xml.replace(id, `${id}<cbc:Colour>roșu</cbc:Colour>`)), ['UBL']);
    deepEqual(checkEInvoice(xml.replace(id, id + id)), ['UBL']);
  });
});

describe('an e-invoice', () => {
  it('is taken whatever the names are, from every kind of seller to every kind of buyer, as invoice and storno, in each county', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(drawnSnapshot, (snapshot) => {
        const xml = buildEInvoice(snapshot);
        deepEqual(checkEInvoice(xml), []);
        doesNotMatch(xml, /[\u202a-\u202e\u2066-\u2069]/, 'no text turns the line around');
        seen.add(`${snapshot.kind} ${snapshot.seller.vatStatus} ${snapshot.buyer.kind}`);
      }),
      { numRuns: 1_000 },
    );
    equal(seen.size, 2 * 3 * 2);
    for (const county of Object.keys(COUNTIES) as County[])
      for (const buyer of [PERSON, FIRM]) {
        const city = county === 'B' ? 'Sector 1' : 'Oraș';
        deepEqual(
          checkEInvoice(buildEInvoice(buildInvoice({ buyer: { ...buyer, county, city } }))),
          [],
          county,
        );
      }
  });

  it('is the same for the same snapshot, and another for another', () => {
    equal(buildEInvoice(buildInvoice()), buildEInvoice(structuredClone(buildInvoice())));
    notEqual(buildEInvoice(buildInvoice()), buildEInvoice(buildInvoice({ number: 8 })));
  });

  it('holds a name as it was written, whatever signs are in it', () => {
    const name = `Mașini "Țevi" & <Fiii> 'SRL' 🇷🇴`;
    const document = readXml(buildEInvoice(buildInvoice({ buyer: { ...FIRM, name } })));
    ok(JSON.stringify(document).includes(JSON.stringify(name)));
  });

  it('writes the VAT id of a firm that pays VAT, and never for an exempt seller', () => {
    const firm = buildInvoice({ buyer: FIRM });
    match(buildEInvoice(firm), /<cbc:CompanyID>RO43131360<\/cbc:CompanyID>/);
    for (const snapshot of [
      { ...firm, buyer: SMALL_FIRM },
      { ...firm, ...buildExemptFields() },
    ]) {
      doesNotMatch(buildEInvoice(snapshot), /RO43131360/);
      match(buildEInvoice(snapshot), /<cbc:CompanyID>43131360<\/cbc:CompanyID>/);
    }
    doesNotMatch(buildEInvoice(buildInvoice(buildExemptFields())), /RO14399840|Percent/);
  });

  it('names a firm by its number of the trade register beside its VAT id, and by its CUI where it has no VAT id', () => {
    const idsOf = (snapshot: InvoiceSnapshot) => {
      const xml = buildEInvoice(snapshot);
      deepEqual(checkEInvoice(xml), []);
      const [, buyer = ''] = xml.split('<cac:AccountingCustomerParty>');
      return [...buyer.matchAll(/<cbc:CompanyID>([^<]*)</g)].map(([, id]) => id);
    };
    deepEqual(idsOf(buildInvoice({ buyer: FIRM })), ['RO43131360', 'J40/12763/2020']);
    deepEqual(idsOf(buildInvoice({ buyer: { ...FIRM, registrationNumber: null } })), [
      'RO43131360',
      '43131360',
    ]);
    deepEqual(idsOf(buildInvoice({ buyer: { ...FIRM, vatPayer: false } })), ['43131360']);
    deepEqual(idsOf(buildInvoice({ buyer: FIRM, ...buildExemptFields() })), ['43131360']);
  });

  it('of a seller without capital and trade register holds to every rule, and names it by its CUI', () => {
    for (const changes of [{}, buildExemptFields()]) {
      const snapshot = buildInvoice(changes);
      const { vatStatus } = snapshot.seller;
      const xml = buildEInvoice({ ...snapshot, seller: { ...ASSOCIATION, vatStatus } });
      deepEqual(checkEInvoice(xml), []);
      doesNotMatch(xml, /CompanyLegalForm|–|Capital/);
      match(xml, /Asociația Lumină<\/cbc:RegistrationName><cbc:CompanyID>14399840</);
      const trader = buildEInvoice({ ...snapshot, seller: { ...SELLER, vatStatus, shareCapitalLei: 0 } });
      deepEqual(checkEInvoice(trader), []);
      ok(trader.includes(SELLER.tradeRegister) && !trader.includes('Capital'));
    }
  });

  it('names the invoice that a storno takes back, and counts minus one at a positive price', () => {
    const xml = buildEInvoice(buildStorno());
    match(
      xml,
      /<cac:InvoiceDocumentReference><cbc:ID>FTL0007<\/cbc:ID><cbc:IssueDate>2026-11-22<\/cbc:IssueDate>/,
    );
    match(xml, /<cbc:InvoicedQuantity unitCode="C62">-1</);
    match(xml, /<cbc:PriceAmount currencyID="RON">49\.59</);
    match(xml, /<cbc:Note>Storno: retragere din contract, 30 din 50 de credite nefolosite<\/cbc:Note>/);
  });

  it('says that tax falls due when money is paid, and that a trial has no fiscal value', () => {
    const cash = buildEInvoice(buildInvoice({ seller: { ...SELLER, vatStatus: 'payer-cash' } }));
    match(cash, /<cbc:DescriptionCode>432</);
    match(cash, /<cbc:Note>TVA la încasare<\/cbc:Note>/);
    match(buildEInvoice(buildInvoice({ trial: true })), /<cbc:Note>FĂRĂ VALOARE FISCALĂ<\/cbc:Note>/);
    doesNotMatch(buildEInvoice(buildInvoice()), /cbc:Note|DescriptionCode/);
  });

  it('is not made for a seller who pays VAT without a rate', () => {
    throws(() => buildEInvoice(buildInvoice({ vatPercent: null })), /has a rate/);
  });

  it('cuts a text at so many letters, not in the middle of one', () => {
    equal(xmlText('𝔄'.repeat(5), 3), '𝔄𝔄𝔄');
    equal(xmlText('a & b', 3), 'a &amp;');
    equal(xmlText('\u0000\u202e ', 10), '–');
  });
});
