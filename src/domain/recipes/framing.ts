/**
 * The geometry of a photo: upright → quarter turns → straightened (turned about the middle, cut to the largest rectangle of
 * the same shape that shows no corner) → cropped. One calculation for files, previews and the editor. Places are shares 0–1 of a
 * picture's sides; sizes are pixels of the original and need not be whole.
 */

import {
  type Box,
  boxAround,
  boxCenteredAt,
  boxOfAspect,
  getBoxCorners,
  getBoxMiddle,
  MIDDLE,
  type Point,
  type Quad,
  type Size,
  WHOLE,
} from './geometry.ts';
import type { PhotoOverrides } from './photo-overrides.ts';
import { cropAspect, type Recipe, type Turn } from './recipe.ts';

export interface Framing {
  readonly upright: Size;
  readonly turn: Turn;
  /** Degrees clockwise, −15–15. */
  readonly angle: number;
  /** The crop, as shares of the turned and straightened picture. */
  readonly crop: Box;
}

export const MAX_ANGLE = 15;

/** Inputs of a photo's framing beside the recipe: its own angle and crop, the tilt its lines suggest, its object. */
export interface Wishes {
  readonly exception: Pick<PhotoOverrides, 'angle' | 'crop'>;
  /** Clockwise degrees that would level the photo; null when its lines give no estimate. */
  readonly tilt: number | null;
  /** Points around the object on the upright photo; null when not known. */
  readonly subject: readonly Point[] | null;
}

/** Returns the framing. `recipe`: as the photo gets it (`recipeFor`). A ratio keeps the object in sight where it is known. */
export function computeFraming(
  upright: Size,
  recipe: Pick<Recipe, 'rotate' | 'straighten' | 'crop' | 'cropBy'>,
  { exception: overrides, tilt, subject }: Wishes,
): Framing {
  const proposed = recipe.straighten === 'auto' ? (tilt ?? 0) : 0;
  const angle = Math.min(MAX_ANGLE, Math.max(-MAX_ANGLE, overrides.angle ?? proposed));
  const whole: Framing = { upright, turn: recipe.rotate, angle, crop: WHOLE };
  const aspect = recipe.cropBy === 'margins' ? null : cropAspect(recipe.crop);
  if (overrides.crop !== null)
    return { ...whole, crop: boxCenteredAt(overrides.crop, getBoxMiddle(overrides.crop)) };
  if (aspect === null) return whole;
  const middle =
    subject === null ? MIDDLE : getBoxMiddle(boxAround(subject.map((at) => toFramed(whole, at))));
  return { ...whole, crop: boxOfAspect(framedSize(whole), aspect, middle) };
}

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the share of each side left when a picture turned by `angle` is cut to its own shape without empty corners. */
function levelShare({ width, height }: Size, angle: number): number {
  const [sin, cos] = sinCos(Math.abs(angle));
  return Math.min(width / (width * cos + height * sin), height / (width * sin + height * cos));
}

/** Returns the size of the turned and straightened picture, before the crop. */
export function levelSize({ upright, turn, angle }: Framing): Size {
  const turned = turnedSize(upright, turn);
  const share = levelShare(turned, angle);
  return { width: turned.width * share, height: turned.height * share };
}

export function framedSize(framing: Framing): Size {
  const { width, height } = levelSize(framing);
  return { width: width * framing.crop.width, height: height * framing.crop.height };
}

/** x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0. */
export interface Affine {
  readonly xx: number;
  readonly xy: number;
  readonly x0: number;
  readonly yx: number;
  readonly yy: number;
  readonly y0: number;
}

export function applyAffine({ xx, xy, x0, yx, yy, y0 }: Affine, { x, y }: Point): Point {
  return { x: xx * x + xy * y + x0, y: yx * x + yy * y + y0 };
}

/** Maps shares of the framed picture to shares of the upright photo. */
export function uprightFromFramed(framing: Framing): Affine {
  const { upright, turn, angle, crop } = framing;
  const turned = turnedSize(upright, turn);
  const level = levelSize(framing);
  const [sin, cos] = sinCos(angle);
  // The map goes from the middle of the level picture back against the clockwise angle, in pixels, then to shares of the turned photo.
  const xx = (cos * level.width) / turned.width;
  const xy = (sin * level.height) / turned.width;
  const yx = (-sin * level.width) / turned.height;
  const yy = (cos * level.height) / turned.height;
  const left = crop.x - 0.5;
  const top = crop.y - 0.5;
  const straightened: Affine = {
    xx: xx * crop.width,
    xy: xy * crop.height,
    x0: 0.5 + xx * left + xy * top,
    yx: yx * crop.width,
    yy: yy * crop.height,
    y0: 0.5 + yx * left + yy * top,
  };
  return undoTurn(straightened, turn);
}

export function framedFromUpright(framing: Framing): Affine {
  const { xx, xy, x0, yx, yy, y0 } = uprightFromFramed(framing);
  const det = xx * yy - xy * yx;
  return {
    xx: yy / det,
    xy: -xy / det,
    x0: (xy * y0 - yy * x0) / det,
    yx: -yx / det,
    yy: xx / det,
    y0: (yx * x0 - xx * y0) / det,
  };
}

/** Converts a point of the upright photo to the framed picture; outside 0–1 when it was cut away. */
export function toFramed(framing: Framing, point: Point): Point {
  return applyAffine(framedFromUpright(framing), point);
}

export function toUpright(framing: Framing, point: Point): Point {
  return applyAffine(uprightFromFramed(framing), point);
}

export function quadToFramed(framing: Framing, quad: Quad): Quad {
  return mapQuad(framedFromUpright(framing), quad);
}

export function quadToUpright(framing: Framing, quad: Quad): Quad {
  return mapQuad(uprightFromFramed(framing), quad);
}

/** Tolerance at an edge for rounding or a thin shadow, before the object counts as cut. */
const SPARE = 0.01;
/** Share of a side that is rounding. */
const HAIR = 1e-6;

/**
 * True when the crop takes a part of the object off, or leaves less than `air` of a side beyond it; what straightening alone took is not its
 * doing. `points`: around the object on the upright photo; `air`: share of the crop's side, negative for a tolerance.
 */
export function isCutByCrop(framing: Framing, points: readonly Point[], air = -SPARE): boolean {
  const { crop } = framing;
  const kept = boxAround(points.map((at) => toFramed(framing, at)));
  const isOut = (from: number, length: number, [start, side]: readonly [number, number]) =>
    (start > HAIR && from < air) || (start + side < 1 - HAIR && from + length > 1 - air);
  return isOut(kept.x, kept.width, [crop.x, crop.width]) || isOut(kept.y, kept.height, [crop.y, crop.height]);
}

/** Returns the upright box around a box of the other picture: a straightened box stands on its corner. */
export function boxToFramed(framing: Framing, box: Box): Box {
  return boxAround(mapQuad(framedFromUpright(framing), getBoxCorners(box)));
}

function undoTurn({ xx, xy, x0, yx, yy, y0 }: Affine, turn: Turn): Affine {
  switch (turn) {
    case 0:
      return { xx, xy, x0, yx, yy, y0 };
    case 90:
      return { xx: yx, xy: yy, x0: y0, yx: -xx, yy: -xy, y0: 1 - x0 };
    case 180:
      return { xx: -xx, xy: -xy, x0: 1 - x0, yx: -yx, yy: -yy, y0: 1 - y0 };
    case 270:
      return { xx: -yx, xy: -yy, x0: 1 - y0, yx: xx, yy: xy, y0: x0 };
  }
}

function mapQuad(map: Affine, [a, b, c, d]: Quad): Quad {
  return [applyAffine(map, a), applyAffine(map, b), applyAffine(map, c), applyAffine(map, d)];
}

function sinCos(degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}
