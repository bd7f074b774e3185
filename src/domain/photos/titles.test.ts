import { equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cleanTitle } from './limits.ts';

describe('what a person calls a lot', () => {
  test('stays as it was typed, strokes and signs too', () => {
    for (const title of ['Rochie S/M', 'A/B\\C..', '<b>bold</b>', '🚗 Dacia „Logan”'])
      equal(cleanTitle(title, 80), title);
  });

  test('has no signs that turn or hide text, and no more letters than there is room for', () => {
    equal(cleanTitle('  Dacia\u202egnol\u0000 ', 80), 'Daciagnol');
    equal(cleanTitle('🚗'.repeat(90), 80), '🚗'.repeat(80));
    equal(cleanTitle('\u200b', 80), '');
  });
});
