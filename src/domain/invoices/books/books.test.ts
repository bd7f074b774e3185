import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readXml, type XmlElement } from '#domain/invoices/e-invoice/check/read-xml.ts';
import { drawnSnapshot } from '#testing/invoices/drawn-snapshots.ts';
import { buildExemptFields, buildInvoice, buildStorno, FIRM, SELLER } from '#testing/invoices/snapshots.ts';
import { journalCsv, journalFileName } from './journal.ts';
import { numberingDecision } from './numbering-decision.ts';
import { sagaInvoice, sagaReceipts } from './saga.ts';

const alone = (snapshot: ReturnType<typeof buildInvoice>) => ({ snapshot, eInvoice: null });

/** Rows and cells of a CSV as a spreadsheet reads them. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ';') rows.push([]);
  }
  return rows.slice(0, -1);
}

function leaves(element: XmlElement): [string, string][] {
  return element.children.length === 0 ? [[element.name, element.text]] : element.children.flatMap(leaves);
}

describe('the journal of sales', () => {
  it('is a row for each document, with decimal commas and a mark for spreadsheets', () => {
    const csv = journalCsv([
      { snapshot: buildInvoice({ buyer: FIRM }), eInvoice: { state: 'acceptată', index: '3828' } },
      alone(buildStorno()),
      alone(buildInvoice(buildExemptFields(123_456))),
    ]);
    equal(
      csv,
      '\ufeffserie;număr;data;tip;client;CUI;județ;bază;cotă;TVA;total;comandă;plata NETOPIA;factura stornată;stare e-Factura;index\r\n' +
        'FTL;7;2026-11-22;factură;Mașini & Țevi <de ocazie> SRL;RO43131360;București;82,64;21%;17,36;100,00;ord_7h2k9m4p8q1s5t3v6w0x2y4z;2746123;;acceptată;3828\r\n' +
        'FTL;8;2026-11-25;storno;Țuțu-Ștefănița Mîțu Șerban;;Brașov;-49,59;21%;-10,41;-60,00;ord_7h2k9m4p8q1s5t3v6w0x2y4z;2746123;FTL0007;;\r\n' +
        'FTL;7;2026-11-22;factură;Țuțu-Ștefănița Mîțu Șerban;;Brașov;1234,56;scutit;0,00;1234,56;ord_7h2k9m4p8q1s5t3v6w0x2y4z;2746123;;;\r\n',
    );
    equal(journalFileName('2026-11'), 'Jurnal-vanzari-2026-11.csv');
  });

  it('keeps series, number, day and sums of a document whose buyer was forgotten', () => {
    const csv = journalCsv([
      { snapshot: { ...buildInvoice({ reason: null }), buyer: null }, eInvoice: null },
    ]);
    match(csv, /\r\nFTL;7;2026-11-22;factură;;;;82,64;21%;17,36;100,00;/);
  });

  it('is never a formula, and keeps its columns whatever the names are', () => {
    for (const name of ['=1+1', '@SUM(A1)', '"=1"; x', 'a;b"c', "X,=cmd|'/C calc'!A0,b"]) {
      const csv = journalCsv([alone(buildInvoice({ buyer: { ...FIRM, name } }))]);
      const [, row = []] = cellsOf(csv);
      equal(row.length, 16, name);
      doesNotMatch(row[4] ?? '', /(^|[,;|])"?[=+\-@]/);
    }
    fc.assert(
      fc.property(fc.array(drawnSnapshot, { maxLength: 5 }), (snapshots) => {
        const rows = cellsOf(journalCsv(snapshots.map(alone)));
        equal(rows.length, snapshots.length + 1);
        for (const row of rows) {
          equal(row.length, 16);
          doesNotMatch(row[4] ?? '', /^[=+\-@]/);
        }
      }),
    );
  });
});

describe('the files for SAGA', () => {
  it('are one for each document, named after seller, number and day', () => {
    const { name, xml } = sagaInvoice(buildStorno({ buyer: FIRM }));
    equal(name, 'F_14399840_FTL0008_25-11-2026.xml');
    const root = readXml(xml);
    ok(root);
    deepEqual(leaves(root), [
      ['FurnizorNume', 'Lumină și Umbră SRL'],
      ['FurnizorCIF', 'RO14399840'],
      ['FurnizorNrRegCom', 'J12/345/2026'],
      ['FurnizorIBAN', ''],
      ['ClientNume', 'Mașini & Țevi <de ocazie> SRL'],
      ['ClientCIF', 'RO43131360'],
      ['FacturaNumar', 'FTL0008'],
      ['FacturaData', '25.11.2026'],
      ['FacturaScadenta', '25.11.2026'],
      ['FacturaTaxareInversa', 'Nu'],
      ['FacturaTVAIncasare', 'Nu'],
      ['FacturaMoneda', 'RON'],
      ['LinieNrCrt', '1'],
      ['Descriere', 'Pachet 50 de credite Fotolot'],
      ['UM', 'BUC'],
      ['Cantitate', '-1'],
      ['Pret', '49.59'],
      ['Valoare', '-49.59'],
      ['ProcTVA', '21'],
      ['TVA', '-10.41'],
      ['FacturaID', 'FTL0008'],
    ]);
    match(
      sagaInvoice(buildInvoice(buildExemptFields())).xml,
      /<FurnizorCIF>14399840<.*<ClientCIF\/>.*<ProcTVA>0</,
    );
    const cash = buildInvoice({ seller: { ...SELLER, vatStatus: 'payer-cash' } });
    match(sagaInvoice(cash).xml, /<FacturaTVAIncasare>Da</);
  });

  it('tell of each day’s money, what went back below zero and what is owed in none', () => {
    const files = sagaReceipts([
      buildStorno(),
      buildInvoice(),
      buildInvoice({ number: 9 }),
      buildStorno({ paidOn: null }),
    ]);
    deepEqual(
      files.map(({ name, xml }) => [
        name,
        [...xml.matchAll(/<Suma>(.*?)<.*?<FacturaNumar>(.*?)</g)].map(([, ...all]) => all),
      ]),
      [
        [
          'I_22-11-2026.xml',
          [
            ['100.00', 'FTL0007'],
            ['100.00', 'FTL0009'],
          ],
        ],
        ['I_25-11-2026.xml', [['-60.00', 'FTL0008']]],
      ],
    );
    match(files[0]?.xml ?? '', /<Data>22\.11\.2026<\/Data><Numar>2746123<\/Numar>/);
  });

  it('are well-formed whatever the names are', () => {
    fc.assert(
      fc.property(drawnSnapshot, (snapshot) => {
        for (const { xml } of [sagaInvoice(snapshot), ...sagaReceipts([snapshot])]) ok(readXml(xml), xml);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the decision on a year’s numbers', () => {
  it('names firm, year, series and first number, with places for what is written by hand', () => {
    const text = numberingDecision({ seller: SELLER, year: 2027, series: 'FTL', first: 312 });
    for (const word of [
      SELLER.name,
      'CUI 14399840',
      'anul 2027',
      'seria FTL',
      'FTL0312',
      'nr. 2634/2015',
      '____',
    ])
      ok(text.includes(word), word);
    match(text, /CUI 14399840, nr\. reg\. com\. J12\/345\/2026\n/);
    const other = { ...SELLER, tradeRegister: '' };
    match(numberingDecision({ seller: other, year: 2027, series: 'FTL', first: 1 }), /CUI 14399840\n/);
  });
});
