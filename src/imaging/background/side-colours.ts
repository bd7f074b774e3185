/**
 * Colours of both sides of a fine mask's edge. They change slowly along it, so they are kept for cells, as many as a usual mask has pixels; but
 * a cell that an edge runs through has the colours of both sides apart, so that a spoke that is thinner than a cell keeps its own.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';
import { nearColours } from './near-colours.ts';

/**
 * Returns the numbers of `nearColours` for the cells along the edge, of the object and of the ground. `picture` is as large as the mask;
 * pixels within `band` of the edge are surely of neither side.
 */
export function sideColours(
  picture: Raw,
  mask: Mask,
  { cells, band }: { cells: Size; band: number },
): readonly Float32Array[] {
  const cellAt = createCellFinder(mask, cells);
  const pool = (set: Uint8Array) => {
    const pooled = new Uint8Array(cells.width * cells.height);
    for (let i = 0; i < set.length; i++) if (set[i] === 1) pooled[cellAt(i)] = 1;
    return pooled;
  };
  const near = pool(nearEdge(mask, band));
  const wanted = pool(nearEdge(mask, band + 2 * Math.ceil(mask.width / cells.width)));
  return [true, false].map((isObject) => {
    const { side, counts } = averageCells(picture, cells, (i) =>
      mask.data[i] > 127 === isObject ? cellAt(i) : -1,
    );
    return nearColours(side, wanted, {
      surely: (cell) => near[cell] === 0 && counts[cell] > 0,
      mostly: (cell) => counts[cell] > 0,
    });
  });
}

function createCellFinder({ width, height }: Size, cells: Size): (index: number) => number {
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x * cells.width) / width));
  const rows = Int32Array.from({ length: height }, (_, y) => Math.floor((y * cells.height) / height));
  return (i) => rows[Math.floor(i / width)] * cells.width + columns[i % width];
}

/** Returns the mean colour of each cell's pixels and their number. `cellOf`: the pixel's cell, −1 for a pixel that does not count. */
function averageCells(
  { data, width, height }: Raw,
  cells: Size,
  cellOf: (index: number) => number,
): { side: Raw; counts: Uint32Array } {
  const counts = new Uint32Array(cells.width * cells.height);
  const sums = new Uint32Array(3 * counts.length);
  for (let i = 0; i < width * height; i++) {
    const cell = cellOf(i);
    if (cell < 0) continue;
    counts[cell] = counts[cell] + 1;
    for (let c = 0; c < 3; c++) sums[3 * cell + c] = sums[3 * cell + c] + data[3 * i + c];
  }
  const means = Uint8Array.from(sums, (sum, n) => Math.round(sum / Math.max(1, counts[Math.floor(n / 3)])));
  return { side: { data: means, ...cells, channels: 3 }, counts };
}
