import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, TURNS } from '#domain/recipes/recipe.ts';
import { wholeMapping } from '#web/editor/stage/use-mapping.ts';

describe('a place on the stage', () => {
  it('is the same place of the upright photo whichever way the photo is turned', () => {
    const upright = { width: 4000, height: 3000 };
    const spot = { x: 0.2, y: 0.7 };
    for (const rotate of TURNS) {
      const { toShown, toUpright } = wholeMapping({
        upright,
        recipe: { ...DEFAULT_RECIPE, rotate },
        overrides: { ...NO_OVERRIDES, angle: 3 },
        tilt: null,
      });
      const back = toUpright(toShown(spot));
      assert.ok(Math.hypot(back.x - spot.x, back.y - spot.y) < 1e-9, `${rotate}°`);
    }
    const { toShown } = wholeMapping({
      upright,
      recipe: DEFAULT_RECIPE,
      overrides: { ...NO_OVERRIDES, rotate: 90 },
      tilt: null,
    });
    const topLeft = toShown({ x: 0, y: 0 });
    assert.ok(Math.hypot(topLeft.x - 1, topLeft.y) < 1e-9);
    const straightened = { upright, recipe: DEFAULT_RECIPE, overrides: NO_OVERRIDES, tilt: 2 };
    const level = wholeMapping(straightened).toShown({ x: 0.9, y: 0.5 });
    assert.ok(level.y > 0.51, 'straightened by its lines, what is right goes down');
  });
});
