import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { BillingDetails } from '#domain/payments/billing.ts';
import { CONSENTS, hasConsents } from '#domain/payments/consents.ts';
import {
  isProcessing,
  isReusable,
  isTimedOut,
  type OpenOrder,
  type OrderTerms,
} from '#domain/payments/open-order.ts';
import { ORDER_STATES } from '#domain/payments/order-state.ts';

const createdAt = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const billing: BillingDetails = {
  kind: 'person',
  firstName: 'Ana',
  lastName: 'Pop',
  street: 'Lungă 1',
  city: 'Cluj-Napoca',
  county: 'CJ',
  postalCode: null,
  phone: null,
};
const limits = {
  photosPerLot: 150,
  outputsPerRun: 8,
  savedRecipes: 50,
  retentionDays: 90,
  storageBytes: 40_000_000_000,
  photosAtOnce: 2,
};
const figures = { name: 'Plan Pro', credits: 60, limits, termsFrom: '2026-01-01T00:00:00.000Z' };
const wanted: OrderTerms = {
  userId: 'usr_1',
  item: 'pro',
  priceBani: 14_900,
  billing,
  shownDays: 6,
  figures,
};
const open: OpenOrder = { ...wanted, state: 'started', paymentUrl: 'https://plata', createdAt };

test('an own open order with a URL, younger than 30 minutes, is reused', () => {
  equal(isReusable(open, { ...wanted, billing: { ...billing } }, after(29.9)), true);
  const inAnotherOrder = Object.fromEntries(Object.entries(billing).reverse()) as unknown as BillingDetails;
  equal(isReusable(open, { ...wanted, billing: inAnotherOrder }, after(1)), true);
  equal(isReusable(open, wanted, after(30)), false);
  equal(isReusable({ ...open, paymentUrl: null }, wanted, after(1)), false);
  deepEqual(
    ORDER_STATES.filter((state) => isReusable({ ...open, state }, wanted, after(1))),
    ['created', 'started', 'pending', 'declined'],
  );
});

test('another person, item, price, billing, number of shown days or figure makes another order', () => {
  const others: Partial<OrderTerms>[] = [
    { userId: 'usr_2' },
    { item: 'dealer' },
    { priceBani: 15_900 },
    { billing: { ...billing, street: 'Lungă 2' } },
    { shownDays: 5 },
    { shownDays: null },
    { figures: { ...figures, credits: 1 } },
    { figures: { ...figures, name: 'Plan Pro nou' } },
    { figures: { ...figures, termsFrom: '2026-11-21T09:59:00.000Z' } },
    { figures: { ...figures, limits: null } },
    ...Object.keys(limits).map((key) => ({ figures: { ...figures, limits: { ...limits, [key]: 1 } } })),
  ];
  for (const other of others) equal(isReusable(open, { ...wanted, ...other }, after(1)), false);
  // The database gives keys back in another order.
  const stored = {
    ...figures,
    limits: Object.fromEntries(Object.entries(limits).reverse()) as typeof limits,
  };
  equal(isReusable(open, { ...wanted, figures: stored }, after(1)), true);
  // An order agreed to before figures were kept: what was shown is not known.
  equal(isReusable({ ...open, figures: null }, { ...wanted, figures: null }, after(1)), false);
});

test('a payment is processing while an own order is pending, for at most 20 minutes and until a final state', () => {
  deepEqual(
    ORDER_STATES.filter((state) => isProcessing(state, createdAt, after(20))),
    ['created', 'started', 'pending'],
  );
  deepEqual(
    ORDER_STATES.filter((state) => isProcessing(state, createdAt, after(20.1))),
    [],
  );
});

test('an unpaid order is given up after 14 days, one without an address to pay at after a day', () => {
  const at = (state: OpenOrder['state'], hours: number) =>
    isTimedOut({ state, createdAt }, after(hours * 60));
  deepEqual([at('created', 23.9), at('created', 24)], [false, true]);
  deepEqual([at('pending', 335.9), at('pending', 336), at('paid', 400)], [false, true, false]);
});

test('a payment needs both boxes ticked', () => {
  equal(hasConsents({ 'start-now': true, terms: true }), true);
  for (const given of [
    {},
    { terms: true },
    { 'start-now': true, terms: 'true' },
    { 'start-now': 1, terms: 1 },
  ])
    equal(hasConsents(given), false);
  for (const text of Object.values(CONSENTS)) equal(/[şţ"]/.test(text), false);
});
