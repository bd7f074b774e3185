import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  DEFAULT_PATTERN,
  folderNames,
  madeDifferent,
  type NamedFile,
  resultFileName,
  safeFileName,
  unknownTokens,
} from '#domain/batches/file-names.ts';
import { defaultBatchName, isDefaultBatchName, unusedBatchName } from '#domain/batches/lot-name.ts';
import { inBatchOrder } from '#domain/batches/order.ts';
import { finalState } from '#domain/batches/states.ts';
import { cleanName } from '#domain/photos/limits.ts';

const counts = { waiting: 0, working: 0, done: 0, failed: 0, cancelled: 0 };

test('a run ends done, partial, failed or cancelled', () => {
  equal(finalState({ ...counts, done: 14 }, false), 'done');
  equal(finalState({ ...counts, done: 13, failed: 1 }, false), 'partial');
  equal(finalState({ ...counts, failed: 2 }, false), 'failed');
  equal(finalState({ ...counts, done: 5, cancelled: 9 }, true), 'cancelled');
});

test('a batch’s default name is known as one on any day, and takes the first number that is free', () => {
  for (let month = 0; month < 12; month++) {
    const name = defaultBatchName(new Date(Date.UTC(2026, month, 1 + month, 12)));
    equal(isDefaultBatchName(name), true, name);
  }
  for (const typed of ['Lot din 21 nov. roșu', 'Lot din 21 nov. (2)', 'Jante', ''])
    equal(isDefaultBatchName(typed), false, typed);
  equal(unusedBatchName('Lot din 1 mai', new Set(['Lot din 1 mai (2)'])), 'Lot din 1 mai');
  const taken = new Set(['Lot din 1 mai', 'Lot din 1 mai (2)', 'Lot din 1 mai (4)']);
  equal(unusedBatchName('Lot din 1 mai', taken), 'Lot din 1 mai (3)');
});

test('photos are sorted by capture time where known, then by name as people count, until the user drags them', () => {
  const photo = (name: string, takenAt: string | null, position: number) => ({ name, takenAt, position });
  const photos = [photo('IMG_10', null, 1), photo('IMG_9', null, 2), photo('z', '2026-11-18T12:04:00', 3)];
  const names = (byHand: boolean) => inBatchOrder(photos, byHand).map(({ name }) => name);
  deepEqual(names(false), ['z', 'IMG_9', 'IMG_10']);
  deepEqual(names(true), ['IMG_10', 'IMG_9', 'z']);
});

const file: NamedFile = {
  lot: 'Ţeavă eşapament / Șkoda',
  output: 'eMAG principal',
  original: 'IMG_2041.HEIC',
  number: 3,
  total: 14,
  day: '2026-11-21',
  width: 1600,
  height: 1200,
  suffix: '',
  extension: 'jpg',
};

test('files are named {lot}_{nr:02} with ș and ț kept, or as the batch’s pattern says', () => {
  const name = (pattern: string, more: Partial<NamedFile> = {}) =>
    resultFileName(pattern, { ...file, ...more });
  equal(name(DEFAULT_PATTERN), 'Țeavă eșapament Șkoda_03.jpg');
  equal(
    name(DEFAULT_PATTERN, { lot: 'con', number: 1, suffix: '_400', extension: 'webp' }),
    'Lot_01_400.webp',
  );
  equal(name('{platforma} {data} {original}-{nr}'), 'eMAG principal 2026-11-21 IMG_2041-3.jpg');
  equal(name('{latime}x{inaltime}_{nr:03}'), '1600x1200_003.jpg');
  equal(name('{nr:02}', { total: 120 }), '003.jpg', 'in lot order however many there are');
  deepEqual(folderNames(['OLX', 'olx', '../..']), ['OLX', 'olx 2', 'Variantă']);
});

test('a pattern without the number gets it, and unknown tokens are reported', () => {
  equal(resultFileName('{original}', file), 'IMG_2041_03.jpg');
  equal(resultFileName('../../{lot}', { ...file, lot: '..' }), 'Lot_03.jpg');
  deepEqual(unknownTokens('{lot}_{vin}_{nr:02}{nr:9}'), ['{vin}', '{nr:9}']);
  deepEqual(unknownTokens('{lot'), ['{']);
  deepEqual(unknownTokens(DEFAULT_PATTERN), []);
});

test('no two files of a folder are alike, capitals or not, whatever the pattern', () => {
  deepEqual(madeDifferent(['OLX/a.jpg', 'OLX/A.jpg', 'OLX/a.webp']), [
    'OLX/a.jpg',
    'OLX/A 2.jpg',
    'OLX/a.webp',
  ]);
  fc.assert(
    fc.property(
      fc.string({ maxLength: 90 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      (pattern, batch) => {
        const names = [1, 2, 3].map((number) => resultFileName(pattern, { ...file, lot: batch, number }));
        equal(new Set(names).size, 3, names.join());
        for (const name of names) match(name, /^[\p{L}\p{N}\p{M} ._-]{1,140}$/u);
      },
    ),
  );
});

test('no name leaves its folder or hides what it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('../../etc/passwd', 'C:\\x', 'a\u202egpj.exe')),
      (text) => {
        const name = safeFileName(text, 'Lot');
        match(name, /^[\p{L}\p{N}\p{M} ._-]{1,160}$/u);
        equal(/^\.|\.$|[/\\]/.test(name), false);
        equal(/[\p{Cc}\u202a-\u202e/\\]/u.test(cleanName(text, 'x')), false);
      },
    ),
  );
});
