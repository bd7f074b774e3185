/** Works out the size of a file whose photo has fewer pixels than it asks for. */
import type { Size } from '#domain/recipes/geometry.ts';

/** Smallest canvas for a photo with too few pixels, as a share of the asked sides. */
export const LEAST_CANVAS = 0.55;

/** Share from which a canvas that would be smaller is as large as was asked for: the object has a hair more ground around it. */
const NEARLY_ALL = 0.99;

/** Returns how much smaller than asked a file is, for an object on a ground that goes on, with `there` of the wanted pixels. */
export function shrinkCanvas(there: number, least: number): number {
  return there > NEARLY_ALL ? 1 : Math.max(least, there);
}

/** Returns the form's sides times `factor`, in whole pixels, with room for the photo. */
export function sizeCanvas({ width, height }: Size, factor: number, photo: Size): Size {
  return {
    width: Math.min(width, Math.max(photo.width, Math.round(width * factor))),
    height: Math.min(height, Math.max(photo.height, Math.round(height * factor))),
  };
}
