/** The crop frame's boxes: shares of the whole picture in the recipe, per cent in the frame that is drawn. */

import { type CutAway, cutAway } from '#domain/recipes/crop-fit.ts';
import { getUsableSubject } from '#domain/recipes/cutout.ts';
import { boxToFramed, computeFraming, framedSize } from '#domain/recipes/framing.ts';
import {
  type Box,
  boxOfAspect,
  getBoxCorners,
  getBoxMiddle,
  type Size,
  WHOLE,
} from '#domain/recipes/geometry.ts';
import { type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { type CropRatio, cropAspect, type Recipe } from '#domain/recipes/recipe.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';

export interface PercentBox {
  readonly unit: '%';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Least share of a side that the recipe takes. */
const LEAST = 0.01;

export function toPercent({ x, y, width, height }: Box): PercentBox {
  return { unit: '%', x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}

/** Returns shares within 0–1, to a ten-thousandth of a side; null for the whole picture, which needs no crop. */
export function toShares({ x, y, width, height }: Omit<PercentBox, 'unit'>): Box | null {
  const side = (from: number, length: number) => {
    const start = Math.min(1 - LEAST, Math.max(0, from / 100));
    const size = Math.min(1 - start, Math.max(LEAST, length / 100));
    return [Math.round(start * 1e4) / 1e4, Math.round(size * 1e4) / 1e4] as const;
  };
  const [left, across] = side(x, width);
  const [top, down] = side(y, height);
  if (across >= 0.999 && down >= 0.999) return null;
  return { x: left, y: top, width: across, height: down };
}

/** Returns a ratio's box in the middle of the photo. `whole`: any size of the right shape. */
export function startingBox(whole: Size, ratio: CropRatio): Box {
  const aspect = cropAspect(ratio);
  return aspect === null ? WHOLE : boxOfAspect(whole, aspect);
}

type CroppedPhoto = Pick<EditablePhoto, 'width' | 'height' | 'signs' | 'cutout'>;

/** Returns the frame that a photo's crop is drawn from: its own, or where the ratio's stands. */
export function ownBox(photo: CroppedPhoto, recipe: Recipe, overrides: PhotoOverrides): Box {
  const { width, height } = photo;
  if (!width || !height) return WHOLE;
  const { tilt, subject } = getTiltAndSubject(photo);
  const corners = subject && getBoxCorners(subject);
  const wishes = { exception: overrides, tilt, subject: corners };
  return computeFraming({ width, height }, recipeFor(recipe, overrides), wishes).crop;
}

interface WantedShape {
  readonly overrides: PhotoOverrides;
  /** Width ÷ height. */
  readonly aspect: number;
}

/** Returns the largest frame of this shape on the turned and straightened photo, around the object, else around what stands out. */
export function buildShapedBox(
  photo: CroppedPhoto,
  recipe: Recipe,
  { overrides, aspect }: WantedShape,
): Box | null {
  const { width, height, signs } = photo;
  if (!width || !height) return null;
  const { tilt, subject } = getTiltAndSubject(photo);
  const whole = { ...overrides, crop: null };
  const framing = computeFraming(
    { width, height },
    { ...recipeFor(recipe, whole), crop: 'original' },
    { exception: whole, tilt, subject: null },
  );
  const around = subject ?? signs?.matter ?? WHOLE;
  return boxOfAspect(framedSize(framing), aspect, getBoxMiddle(boxToFramed(framing, around)));
}

/** Returns the part that the recipe's ratio, or the photo's own crop, cuts off; null for nothing. */
export function computeCutAway(
  photo: CroppedPhoto,
  recipe: Recipe,
  overrides: PhotoOverrides,
): CutAway | null {
  const { width, height } = photo;
  const known = getTiltAndSubject(photo);
  return width && height
    ? cutAway({ width, height }, recipe, { overrides, ...known, isCut: known.subject !== null })
    : null;
}

function getTiltAndSubject({ signs, cutout }: CroppedPhoto): { tilt: number | null; subject: Box | null } {
  return { tilt: signs?.tilt ?? null, subject: getUsableSubject(cutout) };
}
