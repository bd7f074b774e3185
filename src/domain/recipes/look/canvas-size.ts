/** How large a file is whose photo has fewer pixels than it asks for. */
import type { Size } from '#domain/recipes/geometry.ts';

/** Smallest canvas for a photo with too few pixels, as a share of the asked sides. */
export const LEAST_CANVAS = 0.55;

/** A canvas that would be smaller by no more than this is as large as was asked for: the object has a hair more ground around it. */
const NEARLY_ALL = 0.99;

/** For an object on a ground that goes on: how much smaller than asked its file is where it has `there` of the pixels that were wanted. */
export function shrinkCanvas(there: number, least: number): number {
  return there > NEARLY_ALL ? 1 : Math.max(least, there);
}

/** The form's sides times `factor`, in whole pixels, with room for the photo. */
export function sizeCanvas({ width, height }: Size, factor: number, photo: Size): Size {
  return {
    width: Math.min(width, Math.max(photo.width, Math.round(width * factor))),
    height: Math.min(height, Math.max(photo.height, Math.round(height * factor))),
  };
}
