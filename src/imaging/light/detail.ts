/**
 * How much contrast and sharpness a photo bears. In a small one a stitch or a leaf is two or three pixels wide, and was mostly sharpened
 * when the photo was made small: what brings a large one to life makes it harsh. Grain, the squares of a JPEG and a fine check are seen
 * all the better for it.
 */
import type { Texture } from '#domain/photos/analysis.ts';
import type { Size } from '#imaging/pixels/raw.ts';
import { unit } from '#imaging/pixels/unit.ts';

/** Side in pixels of the square with as many: up to the first a photo is small, from the second on it is not. */
const [SMALL, LARGE] = [480, 800];
const LEAST = 0.3;

/** From where on, and until where wholly, each texture is what there is to see; and what then is left. */
const [SOME_GRAIN, MOST_GRAIN] = [3.5, 7];
const [SOME_GRID, MOST_GRID] = [0.4, 1.2];
const [SOME_WEAVE, MOST_WEAVE] = [0.06, 0.16];
const LEAST_COARSE = 0.25;

/** Returns 0–1 for the part of the original that is shown, in its own pixels. */
export function getDetailShare({ width, height }: Size, texture: Texture | undefined): number {
  const bySize = LEAST + (1 - LEAST) * unit((Math.sqrt(width * height) - SMALL) / (LARGE - SMALL));
  return bySize * getCalm(texture);
}

/** 1–0: nothing is coarsened, or nothing else would be done. */
function getCalm(texture: Texture | undefined): number {
  if (texture === undefined) return 1;
  const grain = unit((texture.grain - SOME_GRAIN) / (MOST_GRAIN - SOME_GRAIN));
  const grid = unit((texture.grid - SOME_GRID) / (MOST_GRID - SOME_GRID));
  return (1 - (1 - LEAST_COARSE) * Math.max(grain, grid)) * (1 - weighWeave(texture));
}

/** 0–1: how surely a check or a knit is as fine and as hard as pixels can be. */
export function weighWeave(texture: Texture | undefined): number {
  return unit(((texture?.weave ?? 0) - SOME_WEAVE) / (MOST_WEAVE - SOME_WEAVE));
}
