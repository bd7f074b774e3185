import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { StartState } from '#web/features/batches/start/start-button-state.ts';
import { findObstacle, NOTHING_REFUSED, toLotStart } from '#web/pages/pile-obstacles.ts';

const LOT = { id: 'lot_1', run: null, wantedStart: null };
const READY: StartState = { kind: 'ready', photoIds: ['img_1'], cost: 1, label: '' };
const BLOCKED: StartState = {
  kind: 'blocked',
  label: 'Costă 1 credit, ai 0',
  help: null,
  free: null,
  tooMany: null,
};
const tooFew = { code: 'credits/not-enough', message: 'Lotul costă 1 credit, iar tu ai 0.' };
const other = { code: 'batches/changed', message: 'Lotul s-a schimbat.' };
const refuse = (refusal: typeof tooFew, credits: number) => ({
  byLot: new Map([[LOT.id, refusal]]),
  credits,
});

const ALL_HERE = { unknown: 0, uploading: 0, preparing: 0 };
type Now = Parameters<typeof findObstacle>[1];
const find = (lot: Parameters<typeof findObstacle>[0], now: Omit<Now, 'coming'>, coming = ALL_HERE) =>
  findObstacle(lot, { ...now, coming });

describe('why a lot of a pile does not start', () => {
  test('is too few credits only for as long as the balance is the one that was refused', () => {
    const refused = refuse(tooFew, 0);
    equal(find(LOT, { state: READY, credits: 0, refused }), tooFew.message);
    equal(find(LOT, { state: READY, credits: 20, refused }), null);
    const spent = refuse(tooFew, 3);
    equal(find(LOT, { state: BLOCKED, credits: 0, refused: spent }), 'Costă 1 credit, ai 0');
  });

  test('is any other answer to the last press, whatever the balance', () => {
    equal(find(LOT, { state: READY, credits: 20, refused: refuse(other, 0) }), other.message);
  });

  test('is what kept a wanted start from running, but for credits that are there now', () => {
    const wish = (refusal: typeof tooFew) => ({ ...LOT, wantedStart: { cost: 1, refusal } });
    const now = { state: READY, credits: 20, refused: NOTHING_REFUSED };
    equal(find(wish(tooFew), now), null);
    equal(find(wish(other), now), other.message);
    equal(find(wish(tooFew), { ...now, state: BLOCKED, credits: 0 }), 'Costă 1 credit, ai 0');
  });

  test('is photos that are still sent, from here or elsewhere: a start of the others would leave them out', () => {
    const now = { state: READY, credits: 20, refused: NOTHING_REFUSED };
    equal(
      find(LOT, now, { unknown: 1, uploading: 0, preparing: 0 }),
      'Se mai trimite o fotografie: lotul se poate porni după ce ajunge.',
    );
    equal(
      find(LOT, now, { unknown: 1, uploading: 2, preparing: 1 }),
      'Se mai trimit 3 fotografii: lotul se poate porni după ce ajung.',
    );
    // One that was asked to start once they are there says so itself; one in preparation starts by itself.
    const wanted: StartState = { kind: 'wanted', label: '', detail: '' };
    equal(find(LOT, { ...now, state: wanted }, { unknown: 1, uploading: 0, preparing: 0 }), null);
    equal(find(LOT, now, { unknown: 0, uploading: 0, preparing: 1 }), null);
  });
});

describe('the start of a lot of a pile', () => {
  const photos = { img_1: { state: 'ready' }, img_2: { state: 'preparing' }, img_3: { state: 'uploading' } };
  const lot = { ...LOT, recipe: DEFAULT_RECIPE, photoIds: Object.keys(photos), photos } as unknown as Batch;
  const early: StartState = { kind: 'early', label: '', cost: 1 };
  const idsOf = (state: StartState, coming = ALL_HERE) =>
    toLotStart(lot, state, coming).map(({ photoIds }) => photoIds);

  test('waits for photos that are prepared, and is none while photos are still sent', () => {
    deepEqual(idsOf(READY), [['img_1']]);
    deepEqual(idsOf(early, { unknown: 0, uploading: 0, preparing: 1 }), [['img_1', 'img_2']]);
    deepEqual(idsOf(READY, { unknown: 0, uploading: 1, preparing: 0 }), []);
    deepEqual(idsOf(early, { unknown: 1, uploading: 0, preparing: 1 }), []);
    deepEqual(idsOf(BLOCKED), []);
  });
});
