import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type Arrangement,
  followPile,
  joinWithNext,
  moveBorder,
  movePhotos,
  splitBefore,
} from '#domain/piles/arrange-lots.ts';
import { countDraws } from '#testing/draws.ts';

const LOTS: Arrangement = [
  { key: 'a', name: 'Dacia', photoIds: ['1', '2', '3'] },
  { key: 'b', name: 'Golf', photoIds: ['4', '5'] },
];
const asText = (lots: Arrangement) => lots.map(({ photoIds }) => photoIds.join('')).join(' ');
const fresh = { key: 'c', name: 'Lot 3' };

describe('lots that a person makes out of a pile', () => {
  test('have borders that move by photos and leave one on each side', () => {
    equal(asText(moveBorder(LOTS, 0, 1)), '1234 5');
    equal(asText(moveBorder(LOTS, 0, 9)), '1234 5');
    equal(asText(moveBorder(LOTS, 0, -9)), '1 2345');
    equal(moveBorder(LOTS, 1, 1), LOTS);
  });

  test('are split before each row of chosen photos that does not begin its lot', () => {
    const split = (...chosen: string[]) =>
      splitBefore(LOTS, new Set(chosen), (made) => ({ key: `new ${made}`, name: '' }));
    deepEqual(split('2'), [
      { key: 'a', name: 'Dacia', photoIds: ['1'] },
      { key: 'new 0', name: '', photoIds: ['2', '3'] },
      LOTS[1],
    ]);
    equal(asText(split('2', '3')), '1 23 45');
    equal(asText(split('1', '3', '5')), '12 3 4 5');
    equal(split('1', '2', '4'), LOTS);
    equal(split(), LOTS);
  });

  test('stay the same list where nothing moves', () => {
    equal(movePhotos(LOTS, new Set(['2', '3']), { key: 'a' }), LOTS);
    equal(movePhotos(LOTS, new Set(['9']), { key: 'a' }), LOTS);
    equal(movePhotos(LOTS, new Set(['1']), { key: 'gone' }), LOTS);
    equal(movePhotos(LOTS, new Set(['3']), { fresh })[1], LOTS[1]);
    equal(asText(movePhotos(LOTS, new Set(['1']), { key: 'a' })), '231 45');
  });

  test('are joined and filled with photos of others; an empty one goes', () => {
    deepEqual(joinWithNext(LOTS, 0), [{ key: 'a', name: 'Dacia', photoIds: ['1', '2', '3', '4', '5'] }]);
    equal(asText(movePhotos(LOTS, new Set(['1', '5']), { key: 'b' })), '23 415');
    equal(asText(movePhotos(LOTS, new Set(['4', '5']), { key: 'a' })), '12345');
    equal(asText(movePhotos(LOTS, new Set(['1', '5']), { fresh })), '23 4 15');
  });

  test('follow the pile: what left it goes, what came is in the last one', () => {
    equal(followPile(LOTS, ['1', '2', '3', '4', '5']), LOTS);
    equal(asText(followPile(LOTS, ['1', '2', '3', '6'])), '1236');
    equal(asText(followPile(LOTS, ['2', '4', '5', '6', '7'])), '2 4567');
  });

  test('hold each photo of the pile once, whatever is done to them', () => {
    const nat = fc.nat(40);
    const steps = fc.array(
      fc.record({ kind: fc.nat(4), at: nat, by: fc.integer({ min: -5, max: 5 }), chosen: fc.array(nat) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), steps, (count, drawn) => {
        const ids = Array.from({ length: count }, (_, i) => `p${i}`);
        let lots: Arrangement = [{ key: 'k', name: '', photoIds: ids }];
        for (const [step, { kind, at, by, chosen }] of drawn.entries()) {
          const made = { key: `${step}`, name: '' };
          const photos = new Set(chosen.map((n) => `p${n}`));
          const index = at % lots.length;
          lots =
            [
              () => moveBorder(lots, index, by),
              () => joinWithNext(lots, index),
              () => splitBefore(lots, photos, (n) => ({ key: `${step} ${n}`, name: '' })),
              () => movePhotos(lots, photos, { fresh: made }),
              () => movePhotos(lots, photos, { key: lots[index]?.key ?? '' }),
            ][kind]?.() ?? lots;
          deepEqual(lots.flatMap(({ photoIds }) => photoIds).sort(), [...ids].sort());
          equal(Math.min(...lots.map(({ photoIds }) => photoIds.length)) > 0, true);
          equal(new Set(lots.map(({ key }) => key)).size, lots.length);
        }
      }),
      { numRuns: countDraws({ local: 50, ci: 500, soak: 5000 }) },
    );
  });
});
