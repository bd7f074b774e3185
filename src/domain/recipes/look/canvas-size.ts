/** Works out the size of a file whose photo has fewer pixels than it asks for, or whose object has more than the photo's shape leaves it. */
import type { Size } from '#domain/recipes/geometry.ts';

/** Smallest canvas for a photo with too few pixels, as a share of the asked sides. */
export const LEAST_CANVAS = 0.55;

/** Share from which a canvas that would be smaller is as large as was asked for: the object has a hair more ground around it. */
const NEARLY_ALL = 0.99;

/** Returns how much smaller than asked a file is, for an object on a ground that goes on, with `there` of the wanted pixels. */
export function shrinkCanvas(there: number, least: number): number {
  return there > NEARLY_ALL ? 1 : Math.max(least, there);
}

/**
 * Returns the canvas of a file in its photo's shape, on a ground that goes on: larger than the photo, up to the form, as far as the object
 * has pixels for. Else its air would cost it some. `object`: in pixels of the framed photo; `fill`: its share 0–1 of the tighter side.
 */
export function growCanvas(
  canvas: Size,
  form: Size,
  { object, fill }: { readonly object: Size; readonly fill: number },
): Size {
  const wanted = Math.max(object.width / canvas.width, object.height / canvas.height) / fill;
  const factor = Math.min(wanted, form.width / canvas.width, form.height / canvas.height);
  if (factor <= 1) return canvas;
  return { width: Math.round(canvas.width * factor), height: Math.round(canvas.height * factor) };
}

/** Returns the form's sides times `factor`, in whole pixels, with room for the photo. */
export function sizeCanvas({ width, height }: Size, factor: number, photo: Size): Size {
  return {
    width: Math.min(width, Math.max(photo.width, Math.round(width * factor))),
    height: Math.min(height, Math.max(photo.height, Math.round(height * factor))),
  };
}
