/**
 * How much contrast and sharpness a photo bears. In a small one a stitch or a leaf is two or three pixels wide, and was mostly sharpened
 * when the photo was made small: what brings a large one to life makes it harsh. Grain, the squares of a JPEG and a fine check are only
 * seen the more.
 */
import type { Texture } from '#domain/photos/analysis.ts';
import type { Size } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';

/** Side in pixels of the square with as many: up to the first a photo is small, from the second on it is not. */
const [SMALL, LARGE] = [480, 800];
const LEAST = 0.3;

/** From where on, and until where wholly, there is some of it. */
type Range = readonly [none: number, all: number];
const GRAIN: Range = [3.5, 7];
const GRID: Range = [0.4, 1.2];
const WEAVE: Range = [0.06, 0.16];
/** What grain and grid leave: between them there is a photo. */
const LEAST_COARSE = 0.25;
/** Parts of the levels' stretch that all of it bears. */
const STRETCH = { coarse: 0.7, woven: 0.4 } as const;

/** Returns 0–1 for the part of the original that is shown, in its own pixels. */
export function getDetailShare({ width, height }: Size, texture: Texture | undefined): number {
  const bySize = LEAST + (1 - LEAST) * clampToUnit((Math.sqrt(width * height) - SMALL) / (LARGE - SMALL));
  const { coarse, woven } = weighTexture(texture);
  return bySize * (1 - (1 - LEAST_COARSE) * coarse) * (1 - woven);
}

/** Returns 0–1: a stretch makes all differences larger, those too that should not be seen. */
export function getStretchShare(texture: Texture | undefined): number {
  const { coarse, woven } = weighTexture(texture);
  return (1 - (1 - STRETCH.coarse) * coarse) * (1 - (1 - STRETCH.woven) * woven);
}

/** 0–1: how surely grain or a grid, and how surely a fine check, is what there is to see. */
function weighTexture(texture: Texture | undefined): { coarse: number; woven: number } {
  if (texture === undefined) return { coarse: 0, woven: 0 };
  const weigh = (value: number, [none, all]: Range) => clampToUnit((value - none) / (all - none));
  return {
    coarse: Math.max(weigh(texture.grain, GRAIN), weigh(texture.grid, GRID)),
    woven: weigh(texture.weave, WEAVE),
  };
}
