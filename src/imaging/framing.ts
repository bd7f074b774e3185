/** Where the pixels of a photo end up: pure geometry, the same for a file and for its preview. */

import type { FileWarning, Rendition } from '#domain/recipes/outputs.ts';
import { cropAspect, type Recipe } from '#domain/recipes/recipe.ts';
import type { Box, Size } from './raw.ts';

/** How one rendition shows the framed photo. All in pixels of the finished file, but `cut`. */
export interface Placement {
  /** The part of the framed photo that is shown, as shares 0–1 of its sides. */
  readonly cut: Box;
  /** Size of the photo within the file; never more pixels than the photo has. */
  readonly photo: Size;
  readonly canvas: Size;
  readonly x: number;
  readonly y: number;
  /** Pixels of the file per pixel of the original, ≤ 1. */
  readonly scale: number;
  readonly warnings: readonly FileWarning[];
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

export function turnedSize({ width, height }: Size, rotate: Recipe['rotate']): Size {
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The largest centred box of the crop's ratio, as shares of the turned photo's sides. */
export function cropBox(turned: Size, crop: Recipe['crop']): Box {
  const aspect = cropAspect(crop);
  return aspect === null ? WHOLE : centred(turned, aspect);
}

/** The largest box of this ratio (width ÷ height) in the middle of a picture, as shares of its sides. */
export function centred({ width, height }: Size, aspect: number): Box {
  const share = width / height / aspect;
  return share >= 1
    ? { x: (1 - 1 / share) / 2, y: 0, width: 1 / share, height: 1 }
    : { x: 0, y: (1 - share) / 2, width: 1, height: share };
}

/** `box` (shares) in whole pixels of a picture of this size, at least one pixel a side. */
export function pixelBox({ width, height }: Size, box: Box): Box {
  const w = Math.min(width, Math.max(1, Math.round(box.width * width)));
  const h = Math.min(height, Math.max(1, Math.round(box.height * height)));
  const x = Math.min(width - w, Math.round(box.x * width));
  const y = Math.min(height - h, Math.round(box.y * height));
  return { x, y, width: w, height: h };
}

/** `framed`: the turned and cropped photo in pixels of the original. */
export function placementOf(framed: Size, { width, height, fit }: Rendition): Placement {
  const cut = fit === 'cover' ? centred(framed, width / height) : WHOLE;
  const shown = { width: framed.width * cut.width, height: framed.height * cut.height };
  const wanted = Math.min(width / shown.width, height / shown.height);
  const scale = Math.min(1, wanted);
  const side = (n: number, most: number) => Math.max(1, Math.min(most, Math.round(n * scale)));
  const exact = fit === 'cover' && wanted <= 1;
  const photo = exact
    ? { width, height }
    : { width: side(shown.width, width), height: side(shown.height, height) };
  const canvas = fit === 'contain' ? { width, height } : photo;
  return {
    cut,
    photo,
    canvas,
    x: Math.floor((canvas.width - photo.width) / 2),
    y: Math.floor((canvas.height - photo.height) / 2),
    scale,
    warnings: wanted > 1 ? ['smaller-than-asked'] : [],
  };
}

/** The same picture `factor` (≤ 1) times as large, for a preview. */
export function shrunk(placement: Placement, factor: number): Placement {
  const side = (n: number) => Math.max(1, Math.round(n * factor));
  const size = (of: Size): Size => ({ width: side(of.width), height: side(of.height) });
  const [photo, canvas] = [size(placement.photo), size(placement.canvas)];
  const start = (n: number, room: number) => Math.min(room, Math.round(n * factor));
  return {
    ...placement,
    photo,
    canvas,
    x: start(placement.x, canvas.width - photo.width),
    y: start(placement.y, canvas.height - photo.height),
    scale: placement.scale * factor,
  };
}
