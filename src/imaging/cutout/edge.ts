/** The band around a mask's edge. */
import type { Mask } from './mask.ts';

/** Marks with 1 the pixels that have both sides of the edge within `reach` (a square). */
export function nearEdge({ data, width, height }: Mask, reach: number): Uint8Array {
  const row = width + 1;
  const sums = new Uint32Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0, rowSum = 0; x < width; x++) {
      rowSum += data[y * width + x] >> 7;
      sums[(y + 1) * row + x + 1] = sums[y * row + x + 1] + rowSum;
    }
  }
  const near = new Uint8Array(data.length);
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach) * row, Math.min(height, y + reach + 1) * row];
    for (let x = 0; x < width; x++, i++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const inside = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left];
      if (inside > 0 && inside < (right - left) * ((bottom - top) / row)) near[i] = 1;
    }
  }
  return near;
}
