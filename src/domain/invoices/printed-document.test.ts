import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ASSOCIATION,
  buildExemptFields,
  buildInvoice,
  buildStorno,
  EXEMPT_SELLER,
  FIRM,
  SELLER,
} from '#testing/invoices/snapshots.ts';
import { journalCsv } from './books/journal.ts';
import { sagaInvoice } from './books/saga.ts';
import { documentFileName } from './document-words.ts';
import { buildEInvoice } from './e-invoice/build.ts';
import { printedDocument } from './printed-document.ts';
import type { InvoiceSeller } from './snapshot.ts';

const said = (...args: Parameters<typeof printedDocument>) => JSON.stringify(printedDocument(...args));

describe('a printed invoice', () => {
  it('says the short number of its order, and so do its XML and the books; documents of earlier versions keep the id', () => {
    const older = buildInvoice();
    const invoice = { ...older, orderNumber: 'K7M3P-9XRT4' };
    const texts = (of: typeof older) => [
      said(of),
      buildEInvoice(of),
      journalCsv([{ snapshot: of, eInvoice: null }]),
    ];
    for (const text of texts(invoice)) {
      match(text, /K7M3P-9XRT4/);
      doesNotMatch(text, /ord_/);
    }
    for (const text of texts(older)) match(text, /ord_7h2k9m4p8q1s5t3v6w0x2y4z/);
  });

  it('has every item that the law asks of one', () => {
    const printed = printedDocument(buildInvoice({ buyer: FIRM }));
    equal(`${printed.title} ${printed.name}`, 'Factură FTL0007');
    deepEqual(printed.facts, [
      ['Data emiterii', '22 noiembrie 2026'],
      ['Data plății', '22 noiembrie 2026'],
      ['Comanda', 'ord_7h2k9m4p8q1s5t3v6w0x2y4z'],
      ['Plata NETOPIA', '2746123'],
    ]);
    deepEqual(
      printed.parties.map(({ name, lines }) => [name, ...lines]),
      [
        [
          'Lumină și Umbră SRL',
          'CUI RO14399840',
          'Nr. reg. com. J12/345/2026',
          'Str. Memorandumului nr. 28, ap. 3',
          'Cluj-Napoca, jud. Cluj, cod poștal 400114',
          'Capital social 200 lei',
          '0264000111',
          'facturi@lumina.example',
        ],
        [
          'Mașini & Țevi <de ocazie> SRL',
          'CUI RO43131360',
          'Nr. reg. com. J40/12763/2020',
          'Bd. Iuliu Maniu 5',
          'București, sector 6, cod poștal 061071',
        ],
      ],
    );
    deepEqual(
      printed.columns.map(({ head, value }) => `${head}: ${value}`),
      [
        'Denumirea serviciului: Pachet 50 de credite Fotolot',
        'Cantitate: 1 buc.',
        'Preț unitar fără TVA: 82,64',
        'Valoare fără TVA: 82,64',
        'Cota TVA: 21 %',
        'TVA: 17,36',
      ],
    );
    deepEqual(printed.total, ['Total', '100,00\u00a0lei']);
    equal(printed.mark, null);
  });

  it('is not called a copy of what lies in RO e-Factura, where it may never be accepted', () => {
    for (const snapshot of [buildInvoice(), buildInvoice({ buyer: FIRM }), buildStorno({ buyer: FIRM })])
      doesNotMatch(said(snapshot), /RO e-Factura/);
  });

  it('is paid by card, or says what is still owed', () => {
    match(said(buildInvoice()), /Achitat cu cardul/);
    match(said(buildInvoice({ paidOn: null })), /De plată: 100,00/);
    match(said(buildStorno({ paidOn: null })), /De restituit: 60,00/);
  });

  it('names the corrected invoice and why, with amounts below zero, when it is a storno', () => {
    const printed = printedDocument(buildStorno());
    equal(printed.title, 'Factură storno');
    equal(printed.notes[0], 'Stornează factura FTL0007 din 22 noiembrie 2026.');
    match(printed.notes[1] ?? '', /^Motivul: retragere din contract/);
    equal(printed.total[1], '−60,00\u00a0lei');
    ok(printed.columns.some(({ head, value }) => head === 'Preț unitar fără TVA' && value === '49,59'));
  });

  it('of an exempt seller names no tax but the reason, and no RO before the number', () => {
    const printed = printedDocument(buildInvoice(buildExemptFields()));
    deepEqual(
      printed.columns.map(({ head }) => head),
      ['Denumirea serviciului', 'Cantitate', 'Preț unitar', 'Valoare'],
    );
    deepEqual(printed.sums, []);
    match(said(buildInvoice(buildExemptFields())), /art\. 310 din Codul fiscal/);
    ok(printed.parties[0]?.lines.includes(`CUI ${EXEMPT_SELLER.cui}`));
  });

  it('leaves out what the seller does not have, and never prints an empty line', () => {
    const linesOf = (seller: InvoiceSeller) => printedDocument(buildInvoice({ seller })).parties[0]?.lines;
    const [register, capital] = ['Nr. reg. com. J12/345/2026', 'Capital social 200 lei'];
    const all = linesOf(SELLER) ?? [];
    deepEqual(
      linesOf(ASSOCIATION),
      all.filter((line) => line !== register && line !== capital),
    );
    deepEqual(
      linesOf({ ...SELLER, shareCapitalLei: 0 }),
      all.filter((line) => line !== capital),
    );
    const bare = buildInvoice({
      seller: { ...ASSOCIATION, cui: '', street: '', phone: '', email: '' },
      trial: true,
    });
    deepEqual(printedDocument(bare).parties[0]?.lines, ['Cluj-Napoca, jud. Cluj, cod poștal 400114']);
    equal(printedDocument(bare).foot, 'Asociația Lumină · FTL0007');
  });

  it('mentions tax on payment, and that a trial has no fiscal value', () => {
    match(said(buildInvoice({ seller: { ...SELLER, vatStatus: 'payer-cash' } })), /"TVA la încasare\."/);
    equal(printedDocument(buildInvoice({ trial: true })).mark, 'FĂRĂ VALOARE FISCALĂ');
    doesNotMatch(said(buildInvoice({ trial: true, buyer: FIRM })), /RO e-Factura/, 'it is handed in nowhere');
  });

  it('has its number written one way on paper, in the e-invoice, the accountants’ files and what follows it', () => {
    const invoice = buildInvoice({ number: 12 });
    const storno = { ...buildStorno(), number: 13, corrects: { ...invoice } };
    for (const document of [invoice, storno]) {
      const name = `FTL00${document.number}`;
      equal(printedDocument(document).name, name);
      match(buildEInvoice(document), new RegExp(`<cbc:ID>${name}</cbc:ID>`));
      match(sagaInvoice(document).xml, new RegExp(`<FacturaNumar>${name}</FacturaNumar>`));
      ok(documentFileName(document, 'pdf').endsWith(`-${name}.pdf`));
    }
    for (const text of [
      said(storno),
      buildEInvoice(storno),
      journalCsv([{ snapshot: storno, eInvoice: null }]),
    ])
      match(text, /FTL0012/);
    // A snapshot that the version before kept.
    match(said({ ...storno, remade: { as: 'FTL 0014' } }), /cu factura FTL0014\./);
  });

  it('is a file named after its number', () => {
    equal(documentFileName(buildInvoice({ number: 12_345 }), 'pdf'), 'Factura-FTL12345.pdf');
    equal(documentFileName(buildInvoice(), 'pdf'), 'Factura-FTL0007.pdf');
    equal(documentFileName(buildStorno(), 'xml'), 'Storno-FTL0008.xml');
  });
});
