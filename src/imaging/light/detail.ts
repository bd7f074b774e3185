/**
 * How much contrast and sharpness a photo's own pixels bear. In a small one a stitch or a leaf is two or three pixels wide, and was mostly
 * sharpened when the photo was made small: what brings a large one to life makes it harsh.
 */
import type { Size } from '#imaging/pixels/raw.ts';
import { unit } from '#imaging/pixels/unit.ts';

/** Side in pixels of the square with as many: up to the first a photo is small, from the second on it is not. */
const [SMALL, LARGE] = [480, 800];
const LEAST = 0.3;

/** Returns 0.3–1 for the part of the original that is shown, in its own pixels. */
export function getDetailShare({ width, height }: Size): number {
  return LEAST + (1 - LEAST) * unit((Math.sqrt(width * height) - SMALL) / (LARGE - SMALL));
}
