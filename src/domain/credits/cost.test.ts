import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CLOSED_WINDOW,
  type CreditWindow,
  computeSettlement,
  runCost,
  windowEnd,
} from '#domain/credits/cost.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `img_${from + i}`);

test('20 photos cost 1 credit, 21 cost 2', () => {
  equal(runCost(CLOSED_WINDOW, ids(0, 1)), 1);
  equal(runCost(CLOSED_WINDOW, ids(0, 20)), 1);
  equal(runCost(CLOSED_WINDOW, ids(0, 21)), 2);
});

test('photos already paid for are free, added ones cost when the batch passes the next 20', () => {
  const window: CreditWindow = { photoIds: ids(0, 14), credits: 1 };
  equal(runCost(window, ids(0, 14)), 0);
  equal(runCost(window, ids(0, 20)), 0);
  equal(runCost(window, ids(0, 24)), 1);
});

/** A run over `taken`, of which `done` came out, as [hold, settlement]. */
function run(window: CreditWindow, taken: readonly string[], done: readonly string[]): [number, number] {
  const held = runCost(window, taken);
  return [held, computeSettlement(window, done, held)];
}

for (const [words, taken, done, held, settled] of [
  ['14 of 14 done: 1', 14, 14, 1, 1],
  ['25 with 6 failed: hold 2, settle 1', 25, 19, 2, 1],
  ['40 cancelled after 20 done: 1', 40, 20, 2, 1],
  ['40 cancelled after 21 done: 2', 40, 21, 2, 2],
  ['a run with no result is free', 14, 0, 1, 0],
] as const) {
  test(words, () => deepEqual(run(CLOSED_WINDOW, ids(0, taken), ids(0, done)), [held, settled]));
}

test('14 done then 10 added: 1 more', () => {
  deepEqual(run({ photoIds: ids(0, 14), credits: 1 }, ids(14, 24), ids(14, 24)), [1, 1]);
});

test('20 of 20 exchanged: 1', () => {
  deepEqual(run({ photoIds: ids(0, 20), credits: 1 }, ids(20, 40), ids(20, 40)), [1, 1]);
});

test('a settlement is never more than the hold, and nothing done costs nothing', () => {
  equal(computeSettlement(CLOSED_WINDOW, [], 2), 0);
  equal(computeSettlement(CLOSED_WINDOW, ids(0, 40), 1), 1);
});

test('the window ends 30 days after the last settlement above 0', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const earlier = new Date('2026-11-25T10:00:00Z');
  equal(windowEnd(1, earlier, now)?.toISOString(), '2026-12-21T10:00:00.000Z');
  equal(windowEnd(0, earlier, now), earlier);
});

test('splitting a batch into runs never costs more than one run over all of it', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.nat(80), { maxLength: 40 }), { maxLength: 8 }), (runs) => {
      let window: CreditWindow = CLOSED_WINDOW;
      let paid = 0;
      for (const run of runs) {
        const photoIds = run.map((n) => `img_${n}`);
        const held = runCost(window, photoIds);
        const settled = computeSettlement(window, photoIds, held);
        paid += settled;
        window = {
          photoIds: [...new Set([...window.photoIds, ...photoIds])],
          credits: window.credits + settled,
        };
      }
      const all = new Set(runs.flat().map((n) => `img_${n}`));
      equal(paid, Math.ceil(all.size / 20));
    }),
  );
});
