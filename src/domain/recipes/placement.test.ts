import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WHOLE } from './geometry.ts';
import { placementOf } from './placement.ts';

test('amid its own surroundings the object is shown without bars, or the photo whole', () => {
  const emag = { width: 1000, height: 1000, fit: 'contain', pad: 'white' } as const;
  const framed = { width: 4000, height: 3000 };
  const aside = placementOf(framed, emag, {
    box: { x: 0.02, y: 0.3, width: 0.25, height: 0.2 },
    fill: 0.85,
    isFree: false,
  });
  assert.deepEqual([aside.photo, aside.x, aside.y], [{ width: 1000, height: 1000 }, 0, 0]);
  assert.ok(aside.cut.x === 0 && aside.cut.width >= 0.25 / 0.85);
  const wide = placementOf(framed, emag, {
    box: { x: 0.05, y: 0.3, width: 0.9, height: 0.4 },
    fill: 0.85,
    isFree: false,
  });
  assert.deepEqual([wide.cut, wide.photo, wide.y], [WHOLE, { width: 1000, height: 750 }, 125]);
});
