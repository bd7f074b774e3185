/** One photo's differences from the batch's recipe. A run freezes them. */
import type { Background } from './background.ts';
import type { Box } from './geometry.ts';
import type { Light, Recipe, Turn } from './recipe.ts';

export interface PhotoOverrides {
  /** Its own light instead of the recipe's, but for the balance of the whole batch. */
  readonly light: Light | null;
  readonly rotate: Turn | null;
  /** Degrees clockwise, −15–15; null: as the recipe straightens. */
  readonly angle: number | null;
  /** Own crop, as shares of the turned and straightened picture; null: the recipe's ratio. */
  readonly crop: Box | null;
  /** The photo's own background; null when the recipe's applies. */
  readonly background: Background | null;
  /** True for no frame, logo or badge on this photo. */
  readonly bare: boolean;
}

export const NO_OVERRIDES: PhotoOverrides = {
  light: null,
  rotate: null,
  angle: null,
  crop: null,
  background: null,
  bare: false,
};

/** Returns the batch's recipe as this photo gets it; angle and crop are geometry of their own and stay in the overrides. */
export function recipeFor(recipe: Recipe, overrides: PhotoOverrides): Recipe {
  const { light, rotate, background, bare } = overrides;
  return {
    ...recipe,
    light: light === null ? recipe.light : { ...light, sameForLot: recipe.light.sameForLot },
    rotate: rotate ?? recipe.rotate,
    background: background ?? recipe.background,
    // A photo that is to keep its surroundings is not narrowed down to an object in it.
    fill: background?.kind === 'keep' ? null : recipe.fill,
    ...(bare && { frame: null, watermark: null, badge: null }),
  };
}
