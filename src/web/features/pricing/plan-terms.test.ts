import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CREDIT_BUYS,
  offerLines,
  packageLimitsLine,
  SIGNUP_BONUS_LINE,
} from '#web/features/pricing/plan-terms.ts';

test('a credit buys up to 20 photos of one batch and 30 days of free redos', () => {
  assert.equal(CREDIT_BUYS[0], 'cel mult 20 de fotografii ale aceluiași lot');
  assert.match(CREDIT_BUYS[2] ?? '', /30 de zile$/);
  assert.equal(SIGNUP_BONUS_LINE, '3 credite, o dată, la crearea contului');
});

const limits = {
  photosPerLot: 300,
  outputsPerRun: 8,
  savedRecipes: 200,
  retentionDays: 365,
  storageBytes: 200_000_000_000,
  photosAtOnce: 4,
};

test('a plan is described by its credits and its limits, as the server sent them', () => {
  assert.deepEqual(offerLines({ plan: 'dealer', credits: 200, limits }), [
    '200 de credite',
    '300 de fotografii pe lot',
    '8 variante la o procesare',
    '200\u00a0GB de spațiu',
    'păstrăm 365 de zile',
    '4 fotografii în lucru deodată',
  ]);
  assert.equal(offerLines({ plan: 'free', credits: 3, limits })[0], '3 credite, o dată');
});

test('a package says which limits its credits bring, as the server sent those of the Basic plan', () => {
  const basic = { plan: 'basic', limits: { ...limits, photosPerLot: 60, outputsPerRun: 4 } } as const;
  assert.equal(
    packageLimitsLine([{ plan: 'dealer', limits }, basic]),
    'Cât mai ai credite din pachet, ai și limitele planului Basic: 60 de fotografii pe lot, 4 variante la o procesare.',
  );
  assert.equal(packageLimitsLine([]), null);
});
