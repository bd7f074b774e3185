import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PATTERN } from '#domain/batches/file-names.ts';
import { EMAG } from '#testing/presets.ts';
import { exampleNames, plannedNames, pressToken } from '#web/shared/batches/name-pattern.ts';

describe('a pattern of names', () => {
  test('takes a pressed part in where the caret stands, set apart from what is beside it', () => {
    equal(pressToken('{lot}', 'data'), '{lot}_{data}');
    equal(pressToken('poza {lot}', 'nr', 5), 'poza {nr}_{lot}');
    equal(pressToken('', 'lot'), '{lot}');
  });

  test('has every part once: pressed again it goes, and one of its kind gives way to it', () => {
    equal(pressToken('{lot}_{data}_{nr:02}', 'data'), '{lot}_{nr:02}');
    equal(pressToken('{lot}_{nr:02}', 'nr:02'), '{lot}');
    equal(pressToken('{lot}_{nr:02}', 'nr'), '{lot}_{nr}');
    equal(pressToken('{lot} {data}', 'original'), '{original} {data}');
  });

  test('that was never touched is the file’s own name once that is pressed', () => {
    equal(pressToken(DEFAULT_PATTERN, 'original'), '{original}');
  });

  test('shows before a run how the files of the first place will be called', () => {
    const photos = ['SKU-1_1.jpg', 'SKU-1_2.jpg'].map((name) => ({ id: name, name }));
    const outputs = [{ kind: 'preset', preset: 'emag-principal' }] as const;
    const named = plannedNames({ name: 'Cizme', pattern: DEFAULT_PATTERN, photos }, outputs, [EMAG]);
    const now = new Date('2026-11-26T10:00:00Z');
    deepEqual(exampleNames(named, '{original}', now), ['SKU-1_1.jpg', 'SKU-1_2.jpg']);
    deepEqual(exampleNames(named, '{platforma} {latime}', now), [
      'eMAG principal 1500_01.jpg',
      'eMAG principal 1500_02.jpg',
    ]);
  });
});
