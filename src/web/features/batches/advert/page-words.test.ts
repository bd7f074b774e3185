import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LotPage } from '#contract/adverts/pages.ts';
import { describePage, describePlates, readPrice } from './page-words.ts';

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
  resultIds: [],
  isReady: true,
  ...facts,
});

describe('what is said of a lot’s page', () => {
  it('names plates that can be read first, then photos on which none was found', () => {
    const [shown, notFound] = describePlates({ shown: [1, 3], notFound: [2] });
    match(shown ?? '', /^Pe 2 fotografii se vede numărul mașinii: 1, 3\./);
    match(notFound ?? '', /n-am găsit niciun număr: 2\./);
    const [one] = describePlates({ shown: [2], notFound: [] });
    match(one ?? '', /^Pe 1 fotografie .*: 2\. Am lăsat-o pe dinafară; .* apasă pe ea ca s-o pui așa\.$/);
    deepEqual(describePlates({ shown: [], notFound: [] }), []);
  });

  it('tells apart a page that stands, one that is over and one that was taken down', () => {
    equal(describePage(page({})), 'E publică până pe 31 dec.');
    equal(describePage(page({ isReady: false })), 'Se copiază fotografiile…');
    match(describePage(page({ state: 'ended' })), /^Pagina s-a închis pe 31 dec\. O poți publica din nou/);
    match(
      describePage(page({ state: 'taken-down', reason: 'Bunul e furat.' })),
      /Bunul e furat\. Lotul nu mai/,
    );
  });

  it('reads a price as it is typed', () => {
    equal(readPrice('4.500'), 4500);
    equal(readPrice(' 12 000 '), 12_000);
    equal(readPrice(''), null);
    for (const text of ['zero', '0', '-5', '12,50', '1'.repeat(12)]) equal(readPrice(text), Number.NaN, text);
  });
});
