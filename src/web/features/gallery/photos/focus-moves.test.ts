import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveFocus } from '#web/features/gallery/photos/focus-moves.ts';
import { buildJustifiedRows } from '#web/features/gallery/photos/justified.ts';

/** Azi: photos 0–4 in rows [0 1 2] [3 4]; Ieri: [5 6]. */
const rows = buildJustifiedRows(
  [
    { heading: 'Azi', aspects: [1.5, 1.5, 1.5, 1.5, 1.5] },
    { heading: 'Ieri', aspects: [3, 1] },
  ],
  { width: 900, rowHeight: 200, gap: 0, headingHeight: 40 },
);

test('left and right walk through the photos and stop at the ends', () => {
  assert.equal(moveFocus(rows, 2, 'ArrowRight'), 3);
  assert.equal(moveFocus(rows, 0, 'ArrowLeft'), 0);
  assert.equal(moveFocus(rows, 6, 'ArrowRight'), 6);
});

test('up and down go to the nearest photo of the next row, across days', () => {
  assert.equal(moveFocus(rows, 0, 'ArrowDown'), 3);
  assert.equal(moveFocus(rows, 2, 'ArrowDown'), 4);
  assert.equal(moveFocus(rows, 4, 'ArrowDown'), 5);
  assert.equal(moveFocus(rows, 6, 'ArrowUp'), 4);
  assert.equal(moveFocus(rows, 0, 'ArrowUp'), 0);
});

test('Home and End reach the first and the last photo', () => {
  assert.equal(moveFocus(rows, 3, 'Home'), 0);
  assert.equal(moveFocus(rows, 3, 'End'), 6);
});

test('other keys and an empty gallery do not move', () => {
  assert.equal(moveFocus(rows, 3, 'x'), null);
  assert.equal(moveFocus([], 0, 'End'), null);
});
