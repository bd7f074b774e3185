import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { TURNS } from '#domain/recipes/recipe.ts';
import { wholeMapping } from '#web/features/batches/stage-mapping.ts';

describe('a place on the stage', () => {
  it('is the same place of the upright photo whichever way the photo is turned', () => {
    const spot = { x: 0.2, y: 0.7 };
    for (const rotate of TURNS) {
      const { toShown, toUpright } = wholeMapping({ rotate }, NO_EXCEPTION);
      const back = toUpright(toShown(spot));
      assert.ok(Math.hypot(back.x - spot.x, back.y - spot.y) < 1e-9, `${rotate}°`);
    }
    const { toShown } = wholeMapping({ rotate: 0 }, { ...NO_EXCEPTION, rotate: 90 });
    const topLeft = toShown({ x: 0, y: 0 });
    assert.deepEqual([topLeft.x, topLeft.y], [1, 0]);
  });
});
