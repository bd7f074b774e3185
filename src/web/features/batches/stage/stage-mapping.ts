import { type Exception, recipeFor } from '#domain/recipes/exception.ts';
import { applied, framedFromUpright, framingOf, uprightFromFramed } from '#domain/recipes/framing.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { StageMapping } from '#web/ui/stage/stage-tools.tsx';

export const AS_IT_IS: StageMapping = { toShown: (spot) => spot, toUpright: (spot) => spot };

/** Between the upright photo and the whole one as `wholeView` turns and straightens it. */
export function wholeMapping(
  upright: Size,
  recipe: Recipe,
  exception: Exception,
  tilt: number | null,
): StageMapping {
  const whole = { ...recipeFor(recipe, exception), crop: 'original' } as const;
  const framing = framingOf(upright, whole, {
    exception: { angle: exception.angle, crop: null },
    tilt,
    subject: null,
  });
  const [to, from] = [framedFromUpright(framing), uprightFromFramed(framing)];
  return { toShown: (spot) => applied(to, spot), toUpright: (spot) => applied(from, spot) };
}
