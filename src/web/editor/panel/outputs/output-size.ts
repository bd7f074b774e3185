import { withMargins } from '#domain/recipes/crop-fit.ts';
import { framedSize, framingOf, type Wishes } from '#domain/recipes/framing.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import { type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { placementOf } from '#domain/recipes/placement.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

const NO_WISHES: Wishes = { exception: NO_OVERRIDES, tilt: null, subject: null };

/** The pixels that a photo's file will have: never more than the photo has, whatever the platform would like. */
export function deliveredSize(
  photo: Size,
  recipe: Recipe,
  output: OutputChoice,
  presets: readonly Preset[],
  wishes: Partial<Wishes> = {},
): Size {
  const all = { ...NO_WISHES, ...wishes };
  const framed = framedSize(framingOf(photo, recipe, all));
  const rendition = resolveOutputs([output], presets)[0]?.renditions[0];
  return rendition === undefined ? framed : placementOf(framed, withMargins(rendition, recipe)).canvas;
}
