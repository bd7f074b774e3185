import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startingBox, toPercent, toShares } from '#web/editor/panel/framing/crop-box.ts';

test('a drawn frame becomes shares that the recipe takes, and comes back as it was', () => {
  const box = { x: 0.25, y: 0.1, width: 0.5, height: 0.6 };
  assert.deepEqual(toShares(toPercent(box)), box);
});

test('a frame over everything is no crop', () => {
  assert.equal(toShares({ x: 0, y: 0, width: 100, height: 100 }), null);
  assert.equal(toShares({ x: 0.02, y: 0, width: 99.98, height: 100 }), null);
});

test('whatever is dragged, the crop stays inside the picture and has a size', () => {
  for (const drawn of [
    { x: -5, y: 40, width: 70, height: 90 },
    { x: 99.9, y: 99.9, width: 0, height: 0 },
    { x: 33.33333, y: 66.66667, width: 66.66667, height: 33.33333 },
  ]) {
    const box = toShares(drawn);
    assert.ok(box !== null && box.x >= 0 && box.y >= 0 && box.width >= 0.01 && box.height >= 0.01);
    assert.ok(box.x + box.width <= 1.0001 && box.y + box.height <= 1.0001);
  }
});

test('the frame starts at the batch’s ratio, in the middle', () => {
  const { x, y, width, height } = startingBox({ width: 800, height: 600 }, '1:1');
  assert.deepEqual(
    [x, y, width, height].map((share) => Math.round(share * 1000)),
    [125, 0, 750, 1000],
  );
  assert.deepEqual(startingBox({ width: 800, height: 600 }, 'original'), { x: 0, y: 0, width: 1, height: 1 });
});
