import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { packageSentence } from '#domain/language/package-sentences.ts';
import { checkPackage, leiTyped } from '#domain/payments/custom-package.ts';

test('a custom package takes a price as Romanians type it, to the ban', () => {
  const typed = { '50': 50, '49,90': 49.9, '49.9': 49.9, '1.250': 1250, '1.250,50 lei': 1250.5, ' 7 ': 7 };
  for (const [text, lei] of Object.entries(typed)) equal(leiTyped(text), lei, text);
  for (const text of ['', 'zece', '-5', '1,005', '1..2', '1,2,3', '٥']) equal(leiTyped(text), null, text);
});

test('a custom package is tidied, or says what is wrong field by field', () => {
  deepEqual(checkPackage({ name: '  Târg   de toamnă ', credits: '1.000', price: '33,33' }).made, {
    name: 'Târg de toamnă',
    credits: 1000,
    price: 33.33,
  });
  deepEqual(checkPackage({ name: '', credits: ' ', price: '' }).problems, {
    name: 'missing',
    credits: 'missing',
    price: 'missing',
  });
  equal(checkPackage({ name: 'Pachet', credits: '1.5', price: '10' }).problems?.credits, 'wrong');
  deepEqual(checkPackage({ name: 'A', credits: '1,5', price: '0,99' }).problems, {
    name: 'out-of-bounds',
    credits: 'wrong',
    price: 'out-of-bounds',
  });
  for (const blank of ['   ', '\t\t', '\u200b\u200b', '\u3164\u3164', '\u2800\u2800', '\ufe0f\u034f'])
    equal(checkPackage({ name: blank, credits: '1', price: '1' }).problems?.name, 'missing', blank);
  for (const wrong of ['–––', '\u0301\u0301\u0301', '🎉🎉'])
    equal(checkPackage({ name: wrong, credits: '1', price: '1' }).problems?.name, 'wrong', wrong);
  const hostile = `A\r\nBcc: x\u202Etxt ${`o${'\u0301'.repeat(50)}`}\u3164`;
  equal(checkPackage({ name: hostile, credits: '1', price: '1' }).made?.name, 'A Bcc: xtxt ó\u0301\u0301');
  equal(packageSentence('credits', 'out-of-bounds'), 'Între 1 și 100.000 de credite.');
  equal(packageSentence('price', 'wrong'), 'Scrie suma în lei, cu cel mult doi bani după virgulă: 49,90.');
});
