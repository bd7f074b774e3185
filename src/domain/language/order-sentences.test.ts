import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import {
  orderEventWords,
  orderStateLabel,
  revokedWords,
  shortfallWords,
} from '#domain/language/order-sentences.ts';

test('an order with an open payment page and no card yet is „la plată”: nothing is being confirmed', () => {
  equal(orderStateLabel('pending', 'card'), orderStateLabel('started', 'answer'));
  equal(orderStateLabel('pending', 'answer'), 'se confirmă');
  equal(orderStateLabel('paid', 'card'), 'plătită');
});

test('an order that the provider checks against fraud is called so, also after a declined card', () => {
  for (const state of ['pending', 'declined'] as const)
    equal(orderStateLabel(state, 'fraud-check'), 'la antifraudă');
  equal(orderStateLabel('declined', 'answer'), 'card refuzat');
  equal(orderStateLabel('paid', 'fraud-check'), 'plătită');
});

test('each entry of an order’s history is put into words', () => {
  const words = (event: string, data = {}) => orderEventWords(event, data, 5000).replaceAll('\u00a0', ' ');
  equal(words('paid', { amountBani: 5000, currency: 'RON' }), 'Plătită: 50 lei.');
  equal(words('paid', { amountBani: 4999, currency: 'RON' }), 'Plătită: 49,99 lei, nu 50 lei.');
  equal(words('paid', { amountBani: 5000, currency: 'EUR' }), 'Plătită: 50 EUR, nu 50 lei.');
  equal(words('declined', { reason: 'insufficient-funds' }), 'Fonduri insuficiente.');
  equal(
    words('refund-asked', { amount: 38.35, withdrawn: 13 }),
    'S-a cerut returnarea a 38,35 lei; s-au retras 13 credite.',
  );
  match(
    words('other-payment', { providerId: '77', said: 'paid', amountBani: 5000, currency: 'RON' }),
    /77.*plătită, 50 lei/,
  );
  equal(words('ceva nou'), 'ceva nou');
});

test('credits that could not be withdrawn are named', () => {
  equal(revokedWords(10, 0), 'S-au retras 10 credite.');
  equal(revokedWords(1, 1), 'S-a retras 1 credit. 1 credit nu mai era: folosit, reținut sau expirat.');
  equal(shortfallWords(7), 'lipsesc 7 credite');
});
