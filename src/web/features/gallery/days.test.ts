import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { byDay, shownPhotos } from '#web/features/gallery/days.ts';

const now = new Date('2026-11-21T10:00:00Z');
const photo = (change: Partial<Photo>): Photo => ({
  id: 'img_00000000000000000000',
  name: 'IMG_1.jpg',
  state: 'ready',
  bytes: 1,
  width: 300,
  height: 200,
  thumbhash: null,
  takenAt: null,
  createdAt: now.toISOString(),
  trashedAt: null,
  keepUntil: null,
  keepWarning: null,
  hasGps: false,
  signs: null,
  plates: null,
  plateSuggestions: null,
  refusal: null,
  duplicateOf: null,
  cutout: null,
  ...change,
});

test('photos stand under the Bucharest day they were added', () => {
  const days = byDay(
    [
      photo({ createdAt: '2026-11-20T22:30:00Z' }),
      photo({ createdAt: '2026-11-20T21:30:00Z', width: null, height: null }),
    ],
    now,
  );
  assert.deepEqual(days, [
    { heading: 'Azi', aspects: [1.5] },
    { heading: 'Ieri', aspects: [4 / 3] },
  ]);
});

test('the trash is ordered by the day things were thrown away', () => {
  const [day] = byDay([photo({ createdAt: '2026-10-01T10:00:00Z', trashedAt: now.toISOString() })], now);
  assert.equal(day?.heading, 'Azi');
});

test('the search finds names without their diacritics and copies are not shown', () => {
  const photos = [photo({ name: 'Țeavă.jpg' }), photo({ name: 'Ușă.jpg' }), photo({ state: 'duplicate' })];
  assert.deepEqual(
    shownPhotos(photos, ' teava').map(({ name }) => name),
    ['Țeavă.jpg'],
  );
  assert.equal(shownPhotos(photos, '').length, 2);
});
