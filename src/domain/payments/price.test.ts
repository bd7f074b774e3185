import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { boughtUntil, DEFAULT_PACKAGES } from '#domain/payments/packages.ts';
import { leiInText, leiLabel, perCreditLabel } from '#domain/payments/price.ts';

/** Labels do not break between number and unit; the tests read them as people do. */
const plain = (label: string) => label.replaceAll('\u00a0', ' ');

test('credit packages have 10, 25 and 60 credits for 50, 100 and 200 Lei', () => {
  deepEqual(
    DEFAULT_PACKAGES.map(({ name, credits, priceBani }) => [name, credits, plain(leiLabel(priceBani / 100))]),
    [
      ['Starter 10', 10, '50 Lei'],
      ['Pro 25', 25, '100 Lei'],
      ['Scale 60', 60, '200 Lei'],
    ],
  );
});

test('the price per batch is the price of one credit, to the ban', () => {
  deepEqual(
    DEFAULT_PACKAGES.map(({ credits, priceBani }) => plain(perCreditLabel(priceBani / 100, credits))),
    ['5 Lei', '4 Lei', '3,33 Lei'],
  );
});

test('running text says „50 lei”', () => {
  deepEqual([5000, 19_990, 123_450].map(leiInText).map(plain), ['50 lei', '199,90 lei', '1.234,50 lei']);
});

test('bought credits live 24 months', () => {
  const until = (day: string) => boughtUntil(new Date(`${day}T23:30:00Z`)).toISOString();
  deepEqual(['2026-11-21', '2028-02-29', '2026-12-31'].map(until), [
    '2028-11-21T23:30:00.000Z',
    '2030-02-28T23:30:00.000Z',
    '2028-12-31T23:30:00.000Z',
  ]);
});
