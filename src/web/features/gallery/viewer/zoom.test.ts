import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSwipeDirection, panBy, WHOLE, zoomAt } from '#web/features/gallery/viewer/zoom.ts';

const box = { width: 400, height: 300 };

test('the place under the finger stays there while the picture grows', () => {
  const at = { x: 100, y: -50 };
  const zoom = zoomAt(WHOLE, 2, { at, box });
  assert.deepEqual(zoom, { scale: 2, x: -100, y: 50 });
  assert.deepEqual(zoomAt(zoom, 0.5, { at, box }), WHOLE);
});

test('a picture grows at most six times, never becomes smaller than its box and never leaves it', () => {
  assert.equal(zoomAt(WHOLE, 100, { at: { x: 0, y: 0 }, box }).scale, 6);
  assert.deepEqual(zoomAt(WHOLE, 0.1, { at: { x: 50, y: 50 }, box }), WHOLE);
  assert.deepEqual(panBy({ ...WHOLE, scale: 2 }, { x: 9999, y: -9999 }, box), { scale: 2, x: 200, y: -150 });
});

test('a swipe leads on while the picture is whole', () => {
  assert.equal(getSwipeDirection(WHOLE, { x: -80, y: 10 }), 1);
  assert.equal(getSwipeDirection(WHOLE, { x: 80, y: 10 }), -1);
  assert.equal(getSwipeDirection(WHOLE, { x: 30, y: 0 }), 0);
  assert.equal(getSwipeDirection(WHOLE, { x: -80, y: 200 }), 0);
  assert.equal(getSwipeDirection({ ...WHOLE, scale: 2 }, { x: -80, y: 0 }), 0);
});
