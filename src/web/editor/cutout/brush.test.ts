import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_POINTS } from '#domain/recipes/cutout.ts';
import { drawnOn, strokeAt } from '#web/editor/cutout/brush.ts';

const PICTURE = { width: 400, height: 300 };

describe('a stroke of the brush', () => {
  it('keeps the places that make a difference, within the picture', () => {
    const stroke = drawnOn(
      strokeAt('keep', 8, { x: 0.5, y: 0.5 }),
      [
        { x: 0.501, y: 0.5 },
        { x: 0.6, y: 0.5 },
        { x: 1.4, y: -2 },
      ],
      PICTURE,
    );
    assert.deepEqual(stroke, {
      kind: 'keep',
      radius: 0.04,
      points: [
        { x: 0.5, y: 0.5 },
        { x: 0.6, y: 0.5 },
        { x: 1, y: 0 },
      ],
    });
  });

  it('goes once across the picture with the finest brush before it is full', () => {
    const way = Array.from({ length: 2000 }, (_, n) => ({ x: n / 2000, y: 0.5 }));
    const { points } = drawnOn(strokeAt('keep', 1, { x: 0, y: 0.5 }), way, PICTURE);
    assert.ok(points.length < MOST_POINTS && (points.at(-1)?.x ?? 0) > 0.99);
  });

  it('is the same stroke while the finger stays where it is', () => {
    const stroke = strokeAt('remove', 5, { x: 0.5, y: 0.5 });
    assert.equal(drawnOn(stroke, [{ x: 0.5, y: 0.5 }], PICTURE), stroke);
  });

  it('ends growing where the server would refuse it', () => {
    const way = Array.from({ length: 1000 }, (_, n) => ({ x: (n % 2) * 0.5, y: 0.5 }));
    assert.equal(drawnOn(strokeAt('keep', 1, { x: 1, y: 1 }), way, PICTURE).points.length, MOST_POINTS);
  });
});
