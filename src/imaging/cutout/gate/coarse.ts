/** Means over squares of a few pixels: a ground's grain is no edge. */
import type { Lab } from '#imaging/cutout/lab.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import type { Size } from '#imaging/pixels/raw.ts';

const STEP = 3;

export interface CoarsePicture {
  readonly lab: Lab;
  /** 0–255: the mask's means. */
  readonly object: Mask;
}

export function toCoarse(lab: Lab, mask: Mask): CoarsePicture {
  const grid: Size = { width: Math.floor(mask.width / STEP), height: Math.floor(mask.height / STEP) };
  return {
    lab: {
      ...grid,
      l: averageOverGrid(lab.l, mask.width, grid),
      a: averageOverGrid(lab.a, mask.width, grid),
      b: averageOverGrid(lab.b, mask.width, grid),
    },
    object: { ...grid, data: Uint8Array.from(averageOverGrid(mask.data, mask.width, grid)) },
  };
}

/** ΔE between two places. */
export function differenceIn({ l, a, b }: Lab): (p: number, q: number) => number {
  return (p, q) => Math.hypot(l[p] - l[q], a[p] - a[q], b[p] - b[q]);
}

function averageOverGrid(plane: Float32Array | Uint8Array, width: number, grid: Size): Float32Array {
  const sums = new Float32Array(grid.width * grid.height);
  for (let y = 0; y < grid.height * STEP; y++) {
    const row = Math.floor(y / STEP) * grid.width;
    for (let x = 0; x < grid.width * STEP; x++) {
      const at = row + Math.floor(x / STEP);
      sums[at] = sums[at] + plane[y * width + x] / STEP ** 2;
    }
  }
  return sums;
}
