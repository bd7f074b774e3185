/** Tells whether delivered files have enough pixels: of their own, and given by the photo. */
import type { FileFacts } from '#domain/batches/file-facts.ts';
import { longSide, type Size } from '#domain/recipes/geometry.ts';
import { LEAST_CANVAS } from '#domain/recipes/look/canvas-size.ts';
import type { FileWarning, Rendition } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';

export interface SizedFile extends Size {
  readonly suffix: string;
  /** Pixels that the photo will give, by `measurePhotoSide`; missing where they were not worked out. */
  readonly photoSide?: number;
  readonly warnings?: readonly FileWarning[];
  /** Null when not measured: before the start, or delivered by an older version. */
  readonly facts: FileFacts | null;
}

/**
 * Returns the pixels on the long side that the photo itself gives to a file; margins around it do not count. On a new ground an object that
 * is brought down to its place has more than it needs: there the file's own count.
 */
export function measurePhotoSide(
  { canvas, photo, scale }: Pick<Placement, 'canvas' | 'photo' | 'scale'>,
  hasCutout: boolean,
): number {
  const side = longSide(canvas);
  return hasCutout && scale < 1 ? side : Math.min(side, longSide(photo));
}

/** Returns the main files with fewer pixels of their photo than `least`. */
export function findSmallFiles<F extends SizedFile>(files: readonly F[], least: number): F[] {
  return files.filter(
    (file) => file.suffix === '' && (file.facts?.photoSide ?? file.photoSide ?? longSide(file)) < least,
  );
}

/** True where an object has too few pixels for its share: nothing is enlarged, and its file is as small as a file gets. */
export function isShortOfPixels({ width, warnings }: SizedFile, form: Rendition | undefined): boolean {
  const isSmallest = form !== undefined && width <= Math.round(LEAST_CANVAS * form.width);
  return isSmallest && warnings?.includes('smaller-than-asked') === true;
}
