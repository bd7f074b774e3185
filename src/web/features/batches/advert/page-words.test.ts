import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import { describeKeeping, describePage, describePlates, readPrice } from './page-words.ts';

const page = (facts: Partial<LotPage>): LotPage => ({
  title: 'Dacia',
  price: null,
  currency: 'RON',
  words: '',
  phone: '',
  isIndexed: false,
  hasDownloads: false,
  url: 'https://fotolot.example/l/a',
  state: 'shown',
  reason: null,
  publishedAt: '2026-12-01T10:00:00.000Z',
  endsAt: '2026-12-31T10:00:00.000Z',
  photoIds: [],
  resultIds: [],
  isReady: true,
  ...facts,
});

describe('what is said of a lot’s page', () => {
  it('names plates that can be read on the page first, then those left out, then photos on which none was found', () => {
    const [shown, leftOut, notFound] = describePlates({ shown: [1, 3], leftOut: 2, notFound: [2] });
    match(shown ?? '', /^Pe 2 fotografii se vede numărul mașinii: coperta, 3\. .*scoate-le/);
    match(leftOut ?? '', /^2 fotografii .* stau pe dinafară\. .* pune-le așa\.$/);
    match(notFound ?? '', /^Pe 1 fotografie n-am găsit niciun număr: 2\. Uită-te tu la ea\.$/);
    const [one] = describePlates({ shown: [], leftOut: 1, notFound: [] });
    match(one ?? '', /^O fotografie .* stă pe dinafară\. .* pune-o așa\.$/);
    deepEqual(describePlates({ shown: [], leftOut: 0, notFound: [] }), []);
  });

  it('tells apart a page that stands, one that is over and one that was taken down, with the year of its day', () => {
    equal(describePage(page({})), 'E publică până pe 31 dec. 2026.');
    equal(describePage(page({ isReady: false })), 'Se copiază fotografiile…');
    match(describePage(page({ state: 'ended' })), /^Pagina s-a închis pe 31 dec\. 2026\. O poți publica/);
    match(
      describePage(page({ state: 'taken-down', reason: 'Bunul e furat.' })),
      /Bunul e furat\. Lotul nu mai/,
    );
  });

  it('says which photos go before the page’s last day, since they are kept no longer', () => {
    const batch = {
      results: { a: { photoId: 'A' }, b: { photoId: 'B' } },
      photos: { A: { keepUntil: '2026-12-12T10:00:00Z' }, B: { keepUntil: '2027-01-12T10:00:00Z' } },
    } as unknown as Pick<Batch, 'results' | 'photos'>;
    const says = (day: string) => describeKeeping(batch, ['a', 'b'], new Date(day));
    equal(says('2026-12-12T18:00:00Z'), null);
    equal(
      says('2026-12-31T10:00:00Z'),
      'O fotografie se păstrează până pe 12 dec. 2026: după aceea pleacă și de pe pagină.',
    );
    match(says('2027-02-28T10:00:00Z') ?? '', /^Fotografiile lotului se păstrează .* 12 dec\. 2026/);
  });

  it('reads a price as it is typed', () => {
    equal(readPrice('4.500'), 4500);
    equal(readPrice(' 12 000 '), 12_000);
    equal(readPrice(''), null);
    for (const text of ['zero', '0', '-5', '12,50', '1'.repeat(12), '100000001'])
      equal(readPrice(text), Number.NaN, text);
  });
});
