/** Works out the loss by a crop to a ratio, of the photo and of its object; and the ratio by margins, without any cut. */

import { computeFraming, isCutByCrop } from './framing.ts';
import { type Box, getBoxCorners, type Size, WHOLE } from './geometry.ts';
import { keepWholeInRatio } from './look/keep-whole.ts';
import type { Rendition } from './outputs.ts';
import { type PhotoOverrides, recipeFor } from './photo-overrides.ts';
import { cropAspect, type Recipe } from './recipe.ts';

/**
 * Returns the rendition with the recipe's ratio reached by blurred margins, unless it has a shape of its own; and with the ground that the
 * person chose around a photo that a fixed shape can't hold.
 */
export function withMargins(
  asked: Rendition,
  { crop, cropBy, around }: Pick<Recipe, 'crop' | 'cropBy' | 'around'>,
): Rendition {
  const rendition = asked.aspects === undefined ? asked : { ...asked, pad: around ?? asked.pad };
  const aspect = cropBy === 'margins' ? cropAspect(crop) : null;
  if (aspect === null || rendition.fit !== 'inside') return rendition;
  const width = Math.min(rendition.width, rendition.height * aspect);
  return {
    ...rendition,
    width: Math.round(width),
    height: Math.round(width / aspect),
    fit: 'contain',
    pad: 'blur',
  };
}

export interface CutAway {
  /** Share 0–1 of the width and of the height that is left. */
  readonly left: Size;
  /** True when a part of the object is cut off; null when the object is unknown. */
  readonly object: boolean | null;
  /** True where nothing is cut, since the object's new ground goes on until the ratio is reached. */
  readonly isByGround?: boolean;
}

/** Share of a side that is rounding. */
const HAIR = 0.01;

/** Returns null when nothing is cut. `subject`: box around the object on the upright photo; `isCut`: a new ground may lie behind it. */
export function cutAway(
  upright: Size,
  batchRecipe: Recipe,
  {
    overrides,
    tilt,
    subject,
    isCut,
  }: { overrides: PhotoOverrides; tilt: number | null; subject: Box | null; isCut: boolean },
): CutAway | null {
  const corners = subject && getBoxCorners(subject);
  const wishes = { exception: overrides, tilt, subject: corners };
  const asked = recipeFor(batchRecipe, overrides);
  const recipe = keepWholeInRatio(asked, upright, { wishes, isCut });
  if (recipe !== asked) return { left: WHOLE, object: false, isByGround: true };
  const framing = computeFraming(upright, recipe, wishes);
  const { width, height } = framing.crop;
  if (width > 1 - HAIR && height > 1 - HAIR) return null;
  return { left: { width, height }, object: corners && isCutByCrop(framing, corners) };
}
