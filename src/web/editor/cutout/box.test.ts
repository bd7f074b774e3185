import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Box } from '#domain/recipes/geometry.ts';
import { arrowFrom, boxFor, draggedBox, gripAt, LEAST_SIDE } from '#web/editor/cutout/box.ts';

const BOX: Box = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
const PICTURE = { width: 300, height: 200 };
const close = (box: Box, other: Box) => {
  for (const key of ['x', 'y', 'width', 'height'] as const)
    assert.ok(Math.abs(box[key] - other[key]) < 1e-9, `${key} ${box[key]}`);
};

describe('the box around the object', () => {
  it('is taken by the nearest corner within a finger, by its inside, and a finger beside it takes nothing', () => {
    assert.equal(gripAt(BOX, { x: 0.22, y: 0.24 }, { picture: PICTURE, reach: 22 }), 'nw');
    assert.equal(gripAt(BOX, { x: 0.64, y: 0.63 }, { picture: PICTURE, reach: 22 }), 'se');
    assert.equal(gripAt(BOX, { x: 0.4, y: 0.4 }, { picture: PICTURE, reach: 22 }), 'whole');
    assert.equal(gripAt(BOX, { x: 0.9, y: 0.9 }, { picture: PICTURE, reach: 22 }), null);
  });

  it('follows the corner that is dragged, also past the opposite one', () => {
    close(draggedBox(BOX, 'se', { from: { x: 0.6, y: 0.6 }, to: { x: 0.8, y: 0.7 } }), {
      ...BOX,
      width: 0.6,
      height: 0.5,
    });
    close(draggedBox(BOX, 'nw', { from: { x: 0.2, y: 0.2 }, to: { x: 0.8, y: 0.9 } }), {
      x: 0.6,
      y: 0.6,
      width: 0.2,
      height: 0.3,
    });
  });

  it('stays within the picture and never becomes too small to hold', () => {
    close(draggedBox(BOX, 'whole', { from: { x: 0.4, y: 0.4 }, to: { x: 1.4, y: -1 } }), {
      ...BOX,
      x: 0.6,
      y: 0,
    });
    close(draggedBox(BOX, 'se', { from: { x: 0.6, y: 0.6 }, to: { x: 3, y: 3 } }), {
      ...BOX,
      width: 0.8,
      height: 0.8,
    });
    const dot = draggedBox(BOX, 'new', { from: { x: 1, y: 1 }, to: { x: 1, y: 1 } });
    close(dot, { x: 1 - LEAST_SIDE, y: 1 - LEAST_SIDE, width: LEAST_SIDE, height: LEAST_SIDE });
  });

  it('begins around the object that was found, else in the middle', () => {
    close(boxFor({ x: 0.01, y: 0.3, width: 0.5, height: 0.5 }), {
      x: 0,
      y: 0.28,
      width: 0.53,
      height: 0.54,
    });
    assert.ok(boxFor(null).width > 0.5);
  });

  it('moves by the arrows, five times as far with Shift', () => {
    assert.deepEqual(arrowFrom({ x: 0.5, y: 0.5 }, 'ArrowUp', false), { x: 0.5, y: 0.49 });
    assert.deepEqual(arrowFrom({ x: 0.5, y: 0.5 }, 'ArrowRight', true), { x: 0.55, y: 0.5 });
    assert.equal(arrowFrom({ x: 0.5, y: 0.5 }, 'Enter', false), null);
  });
});
