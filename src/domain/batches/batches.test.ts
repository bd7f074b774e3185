import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { folderNames, resultFileName, safeFileName } from '#domain/batches/file-names.ts';
import { inLotOrder } from '#domain/batches/order.ts';
import { finalState } from '#domain/batches/states.ts';
import { cleanName } from '#domain/photos/limits.ts';

const counts = { waiting: 0, working: 0, done: 0, failed: 0, cancelled: 0 };

test('a run ends done, partial, failed or cancelled', () => {
  equal(finalState({ ...counts, done: 14 }, false), 'done');
  equal(finalState({ ...counts, done: 13, failed: 1 }, false), 'partial');
  equal(finalState({ ...counts, failed: 2 }, false), 'failed');
  equal(finalState({ ...counts, done: 5, cancelled: 9 }, true), 'cancelled');
});

test('photos stand by capture time where known, then by name as people count, until somebody drags them', () => {
  const photo = (name: string, takenAt: string | null, position: number) => ({ name, takenAt, position });
  const photos = [photo('IMG_10', null, 1), photo('IMG_9', null, 2), photo('z', '2026-11-18T12:04:00', 3)];
  const names = (byHand: boolean) => inLotOrder(photos, byHand).map(({ name }) => name);
  deepEqual(names(false), ['z', 'IMG_9', 'IMG_10']);
  deepEqual(names(true), ['IMG_10', 'IMG_9', 'z']);
});

test('files are named {lot}_{nr:02} with ș and ț kept', () => {
  equal(resultFileName('Ţeavă eşapament / Șkoda', 3, '', 'jpg'), 'Țeavă eșapament Șkoda_03.jpg');
  equal(resultFileName('con', 1, '_400', 'webp'), 'Lot_01_400.webp');
  deepEqual(folderNames(['OLX', 'olx', '../..']), ['OLX', 'olx 2', 'Variantă']);
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
