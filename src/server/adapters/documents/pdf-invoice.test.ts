import { deepEqual, equal, match, notDeepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { isPrintable } from '#domain/invoices/printable-letters.ts';
import { printedDocument } from '#domain/invoices/printed-document.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { countDraws } from '#testing/draws.ts';
import { drawnSnapshot } from '#testing/invoices/drawn-snapshots.ts';
import { buildExemptFields, buildInvoice, buildStorno, FIRM, SELLER } from '#testing/invoices/snapshots.ts';
import { pdfDocuments } from './pdf-invoice.ts';

const { invoicePdf } = pdfDocuments();
const PAGE = { width: 595.28, height: 841.89 };
const MARK = 'FĂRĂ VALOARE FISCALĂ';

interface Item {
  readonly str: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The texts of each page with their places, in points from the lower left corner; the mark across the page left out. */
async function itemsOf(snapshot: InvoiceSnapshot): Promise<readonly Item[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(snapshot)));
  const pages = Array.from({ length: pdf.numPages }, async (_, i) => {
    const { items } = await (await pdf.getPage(i + 1)).getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '' || item.transform[1] !== 0) return [];
      const [, , , , x, y] = item.transform as number[];
      return [{ str: item.str, x: x ?? 0, y: y ?? 0, width: item.width, height: item.height }];
    });
  });
  return Promise.all(pages);
}

async function textOf(snapshot: InvoiceSnapshot): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(snapshot)));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** Pairs of texts whose letters would lie on one another, and those that leave the page. */
function collisions(items: readonly Item[]): string[] {
  const edges = ({ x, y, width, height }: Item) => ({
    left: x,
    right: x + width,
    top: y + height * 0.72,
    bottom: y - height * 0.2,
  });
  const outside = items.filter((item) => {
    const { left, right, top, bottom } = edges(item);
    return left < 50 || right > PAGE.width - 50 || bottom < 30 || top > PAGE.height - 30;
  });
  const pairs = items.flatMap((one, i) =>
    items.slice(i + 1).flatMap((other) => {
      const [a, b] = [edges(one), edges(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const along = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
      return across > 0.5 && along > 0.5 ? [`${one.str} | ${other.str}`] : [];
    }),
  );
  return [...outside.map(({ str }) => `outside: ${str}`), ...pairs];
}

describe('an invoice as a PDF', () => {
  it('holds every word of the document, Romanian letters too, to be found and copied', async () => {
    for (const snapshot of [
      buildInvoice({ buyer: FIRM }),
      buildStorno(),
      buildInvoice(buildExemptFields()),
    ]) {
      const text = await textOf(snapshot);
      const { title, name, facts, parties, columns, sums, total, notes } = printedDocument(snapshot);
      const words = [
        title,
        name,
        ...facts.flat(),
        ...parties.flatMap(({ role, name, lines }) => [role, name, ...lines]),
        ...columns.flatMap(({ head, value }) => [head, value]),
        ...sums.flat(),
        ...total,
        ...notes,
      ];
      for (const word of words) ok(text.includes(word.replace(/\s+/g, ' ')), `${word} in ${text}`);
    }
    const letters = 'ĂÂÎȘȚ ăâîșț „ghilimele” – așa';
    match(await textOf(buildInvoice({ item: letters })), new RegExp(letters));
  });

  it('is the same, byte by byte, for the same snapshot, and another for another', async () => {
    const [one, two, other] = await Promise.all([
      invoicePdf(buildInvoice()),
      invoicePdf(structuredClone(buildInvoice())),
      invoicePdf(buildInvoice({ number: 8 })),
    ]);
    deepEqual(one, two);
    notDeepEqual(one, other);
    ok(one.length < 60_000, `${one.length} bytes`);
  });

  it('carries its own fonts and the language it is in, and is called by its number', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(buildInvoice())));
    const { info } = await pdf.getMetadata();
    const { Title, Author, Language } = info as Record<string, string>;
    deepEqual([Title, Author, Language], ['Factură FTL0007', SELLER.name, 'ro-RO']);
    const raw = Buffer.from(await invoicePdf(buildInvoice())).toString('latin1');
    ok(!raw.includes('Helvetica'), 'no font of the reader’s');
    equal((raw.match(/\/FontFile2/g) ?? []).length, 3);
  });

  it('prints each letter that the checkout accepts of a name or an address', async () => {
    const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code + 33)).filter(
      (letter) => /[\p{L}\p{N}]/u.test(letter) && isPrintable(letter),
    );
    ok(letters.length > 200, `${letters.length} letters`);
    for (let from = 0; from < letters.length; from += 60) {
      const name = letters.slice(from, from + 60).join('');
      const text = (await textOf(buildInvoice({ buyer: { ...FIRM, name, street: name } }))).replaceAll(
        ' ',
        '',
      );
      equal(text.split(tidyLine(name)).length, 3, name);
    }
    match(await textOf(buildInvoice({ buyer: { ...FIRM, name: 'Oﬃce ﬁne' } })), /Office fine/);
  });

  it('is tagged: heads, paragraphs and the table with its heads, in reading order; ornaments are passed over', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(buildInvoice({ trial: true }))));
    deepEqual(await pdf.getMarkInfo(), { Marked: true, UserProperties: false, Suspects: false });
    const page = await pdf.getPage(1);
    interface Node {
      readonly role?: string;
      readonly children?: readonly Node[];
    }
    const rolesOf = ({ role, children = [] }: Node): string[] => [
      ...(role ? [role] : []),
      ...children.flatMap(rolesOf),
    ];
    const roles = rolesOf((await page.getStructTree()) as Node);
    const count = (role: string) => roles.filter((each) => each === role).length;
    deepEqual(roles.slice(0, 3), ['Root', 'Document', 'H1']);
    deepEqual(['H1', 'H2', 'Sect', 'Table', 'TR', 'TH', 'TD'].map(count), [1, 2, 2, 1, 2, 6, 6]);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const inside: string[] = [];
    const artifacts: string[] = [];
    for (const item of items)
      if ('str' in item) {
        if (inside.length === 0) ok(item.str.trim() === '', `${item.str} is in no element`);
        else if (inside.includes('Artifact')) artifacts.push(item.str);
      } else if (item.type === 'endMarkedContent') inside.pop();
      else inside.push((item as { tag?: string }).tag ?? '');
    match(artifacts.join(' '), /^ *FĂRĂ VALOARE FISCALĂ .*CUI RO14399840 · FTL0007 .*1\/1/);
  });

  it('says across each page of a trial that it has no fiscal value', async () => {
    match(await textOf(buildInvoice({ trial: true })), new RegExp(MARK));
    ok(!(await textOf(buildInvoice())).includes(MARK));
  });

  it('numbers its pages', async () => {
    const [items = []] = await itemsOf(buildInvoice());
    equal(items.at(-1)?.str, '1/1');
  });

  it('wraps the longest texts without laying one over another or leaving the page', async () => {
    const longest = buildInvoice({
      ...buildStorno({ reason: 'o pricină lungă '.repeat(30) }),
      buyer: { ...FIRM, name: 'Ș'.repeat(200), street: 'W'.repeat(150) },
      seller: {
        ...SELLER,
        name: 'W'.repeat(200),
        street: 'M'.repeat(150),
        city: 'W'.repeat(50),
        iban: 'RO49AAAA1B31007593840000',
      },
      item: 'W'.repeat(100),
      netBani: -826_446_281,
      vatBani: -173_553_719,
      grossBani: -1_000_000_000,
      trial: true,
    });
    const pages = await itemsOf(longest);
    deepEqual(pages.flatMap(collisions), []);
    equal(pages.length, 2);
    const heads = pages.map((items) => items.some(({ str }) => str === 'Cantitate'));
    const lines = pages.map((items) => items.some(({ str }) => str === '−1 buc.'));
    deepEqual(heads, lines, 'the heads of the columns stay with their line');
    for (const [i, items] of pages.entries()) equal(items.at(-1)?.str, `${i + 1}/${pages.length}`);
  });

  it('is whole whatever the names are', async () => {
    await fc.assert(
      fc.asyncProperty(drawnSnapshot, async (snapshot) => {
        const pages = await itemsOf(snapshot);
        deepEqual(pages.flatMap(collisions), []);
      }),
      { numRuns: countDraws({ local: 4, ci: 8, soak: 300 }) },
    );
  });
});
