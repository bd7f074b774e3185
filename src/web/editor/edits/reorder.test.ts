import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import {
  dropIndex,
  inWantedOrder,
  moveBy,
  moveTo,
  positionSentence,
  possibleOrders,
  shownOrder,
} from '#web/editor/edits/reorder.ts';
import { frameNumber } from '#web/text/batch-words.ts';

const ids = ['a', 'b', 'c', 'd'];

describe('the order of a batch', () => {
  it('moves a photo to the front and makes it the cover', () => {
    assert.deepEqual(moveTo(ids, 'c', 0), ['c', 'a', 'b', 'd']);
    assert.equal(positionSentence('IMG_3.jpg', moveTo(ids, 'c', 0), 'c'), 'IMG_3.jpg este acum coperta.');
  });

  it('moves a photo by one place with the keyboard and stops at the ends', () => {
    assert.deepEqual(moveBy(ids, 'b', 1), ['a', 'c', 'b', 'd']);
    assert.deepEqual(moveBy(ids, 'a', -1), ids);
    assert.deepEqual(moveBy(ids, 'd', 1), ids);
    assert.equal(
      positionSentence('IMG_2.jpg', ['a', 'c', 'b', 'd'], 'b'),
      'IMG_2.jpg este acum a 3-a din 4.',
    );
  });

  it('never loses or doubles a photo', () => {
    for (const id of [...ids, 'x']) {
      for (const index of [-3, 0, 1, 2, 3, 9]) assert.deepEqual(moveTo(ids, id, index).toSorted(), ids);
    }
  });

  it('keeps photos that arrive while the order is being changed', () => {
    assert.deepEqual(inWantedOrder(['a', 'b', 'c', 'new'], ['c', 'a', 'gone', 'b']), ['c', 'a', 'b', 'new']);
  });

  it('lets a dragged frame fall between the two frames under the pointer', () => {
    assert.deepEqual(
      [5, 15, 25, 99].map((x) => dropIndex([10, 20, 30], x)),
      [0, 1, 2, 3],
    );
  });

  it('numbers frames like a film', () => {
    assert.deepEqual([frameNumber(0, 14), frameNumber(13, 14), frameNumber(0, 120)], ['01', '14', '001']);
  });
});

it('offers the orders that are possible: by time only where every photo that was read has one', () => {
  const shot = (takenAt: string | null, state: Photo['state'] = 'ready') => ({ takenAt, state });
  const nine = '2026-11-21T09:00:00';
  const orders = (photos: ReturnType<typeof shot>[], hasHand = false) =>
    possibleOrders(photos, { hasHand }).join();
  assert.equal(orders([shot(nine), shot(nine)]), 'time,name');
  assert.equal(orders([shot(nine), shot(null)]), 'name');
  assert.equal(orders([shot(nine), shot(null, 'preparing')]), 'time,name');
  assert.equal(orders([shot(nine), shot(null)], true), 'name,hand');
  assert.equal(orders([shot(nine)]), '');
  assert.deepEqual([shownOrder('time', ['name']), shownOrder('hand', ['name', 'hand'])], ['name', 'hand']);
});
