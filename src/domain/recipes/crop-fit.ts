/** The loss by a crop to a ratio, of the photo and of its object; and the ratio by margins, without any cut. */

import { computeFraming, toFramed } from './framing.ts';
import { type Box, boxAround, getBoxCorners, type Size } from './geometry.ts';
import type { Rendition } from './outputs.ts';
import { type PhotoOverrides, recipeFor } from './photo-overrides.ts';
import { cropAspect, type Recipe } from './recipe.ts';

/**
 * Returns the rendition with the recipe's ratio reached by blurred margins, unless it has a shape of its own; and with the ground that the
 * person chose around what a fixed shape can't hold.
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
}

/** Tolerance at an edge for rounding or a thin shadow, before the object counts as cut. */
const SPARE = 0.01;

/** Null when nothing is cut. `subject`: box around the object on the upright photo. */
export function cutAway(
  upright: Size,
  recipe: Recipe,
  { overrides, tilt, subject }: { overrides: PhotoOverrides; tilt: number | null; subject: Box | null },
): CutAway | null {
  const corners = subject === null ? null : getBoxCorners(subject);
  const framing = computeFraming(upright, recipeFor(recipe, overrides), {
    exception: overrides,
    tilt,
    subject: corners,
  });
  const { width, height } = framing.crop;
  if (width > 1 - SPARE && height > 1 - SPARE) return null;
  if (corners === null) return { left: { width, height }, object: null };
  const within = boxAround(corners.map((at) => toFramed(framing, at)));
  // Corners lost by straightening are not the crop's doing.
  const whole = boxAround(
    corners.map((at) => toFramed({ ...framing, crop: { x: 0, y: 0, width: 1, height: 1 } }, at)),
  );
  const isOut = (from: number, to: number, was: readonly [number, number]) =>
    (from < -SPARE && was[0] > -SPARE) || (to > 1 + SPARE && was[1] < 1 + SPARE);
  const object =
    isOut(within.x, within.x + within.width, [whole.x, whole.x + whole.width]) ||
    isOut(within.y, within.y + within.height, [whole.y, whole.y + whole.height]);
  return { left: { width, height }, object };
}
