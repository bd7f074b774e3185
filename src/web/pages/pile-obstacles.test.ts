import { equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StartState } from '#web/features/batches/start/start-button-state.ts';
import { findObstacle, NOTHING_REFUSED } from '#web/pages/pile-obstacles.ts';

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

describe('why a lot of a pile does not start', () => {
  test('is too few credits only for as long as the balance is the one that was refused', () => {
    const refused = refuse(tooFew, 0);
    equal(findObstacle(LOT, { state: READY, credits: 0, refused }), tooFew.message);
    equal(findObstacle(LOT, { state: READY, credits: 20, refused }), null);
    const spent = refuse(tooFew, 3);
    equal(findObstacle(LOT, { state: BLOCKED, credits: 0, refused: spent }), 'Costă 1 credit, ai 0');
  });

  test('is any other answer to the last press, whatever the balance', () => {
    equal(findObstacle(LOT, { state: READY, credits: 20, refused: refuse(other, 0) }), other.message);
  });

  test('is what kept a wanted start from running, but for credits that are there now', () => {
    const wish = (refusal: typeof tooFew) => ({ ...LOT, wantedStart: { cost: 1, refusal } });
    const now = { state: READY, credits: 20, refused: NOTHING_REFUSED };
    equal(findObstacle(wish(tooFew), now), null);
    equal(findObstacle(wish(other), now), other.message);
    equal(findObstacle(wish(tooFew), { ...now, state: BLOCKED, credits: 0 }), 'Costă 1 credit, ai 0');
  });
});
