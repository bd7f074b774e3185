import type { Exception } from '#domain/recipes/exception.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { StageMapping } from '#web/ui/stage-tools.tsx';

export const AS_IT_IS: StageMapping = { toShown: (spot) => spot, toUpright: (spot) => spot };

/** Between the upright photo and the whole one as the recipe turns it. */
export function wholeMapping(recipe: Pick<Recipe, 'rotate'>, exception: Exception): StageMapping {
  const turn = exception.rotate ?? recipe.rotate;
  if (turn === 90) {
    return {
      toShown: ({ x, y }) => ({ x: 1 - y, y: x }),
      toUpright: ({ x, y }) => ({ x: y, y: 1 - x }),
    };
  }
  if (turn === 180) {
    const half = ({ x, y }: { x: number; y: number }) => ({ x: 1 - x, y: 1 - y });
    return { toShown: half, toUpright: half };
  }
  if (turn === 270) {
    return {
      toShown: ({ x, y }) => ({ x: y, y: 1 - x }),
      toUpright: ({ x, y }) => ({ x: 1 - y, y: x }),
    };
  }
  return AS_IT_IS;
}
