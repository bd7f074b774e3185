import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GalleryItem } from '#contract/gallery.ts';
import { groupByHeading } from '#web/features/gallery/photos/use-rows.ts';

const now = new Date('2026-11-21T10:00:00Z');
const item = (change: Partial<GalleryItem>) =>
  ({
    width: 300,
    height: 200,
    createdAt: now.toISOString(),
    trashedAt: null,
    lots: [],
    ...change,
  }) as GalleryItem;
const batch = (number: number, name: string) => ({ id: `lot_${number}`, number, name });
const headings = (items: GalleryItem[], filters = {}) =>
  groupByHeading(items, filters, now).map(({ heading, aspects }) => `${heading}: ${aspects.length}`);

test('photos stand under the Bucharest day they were added', () => {
  const groups = groupByHeading(
    [
      item({ createdAt: '2026-11-20T22:30:00Z' }),
      item({ createdAt: '2026-11-20T21:30:00Z', width: null, height: null }),
    ],
    {},
    now,
  );
  assert.deepEqual(groups, [
    { heading: 'Azi', aspects: [1.5] },
    { heading: 'Ieri', aspects: [4 / 3] },
  ]);
});

test('the trash goes by the day things were thrown away', () => {
  const thrown = item({ createdAt: '2026-10-01T10:00:00Z', trashedAt: now.toISOString() });
  assert.deepEqual(headings([thrown]), ['Azi: 1']);
});

test('by batches they stand under the newest, under the one that is asked for, or under none', () => {
  const both = item({ lots: [batch(12, 'Dacia'), batch(3, '')] });
  assert.deepEqual(headings([both, both, item({})], { sort: 'lots' }), [
    'Dacia · LOT 0012: 2',
    'În niciun lot: 1',
  ]);
  assert.deepEqual(headings([both], { sort: 'lots', lot: 'lot_3' }), ['Lotul 3 · LOT 0003: 1']);
});

test('in the order of names there are no headings', () => {
  assert.deepEqual(headings([item({}), item({ createdAt: '2026-10-01T10:00:00Z' })], { sort: 'name' }), [
    ': 2',
  ]);
});
