import type { Size } from './raw.ts';

/** Means over squares of `reach` pixels to each side, as far as they lie in the picture. */
export function boxMeans(plane: Float32Array, { width, height }: Size, reach: number): Float32Array {
  const across = new Float32Array(plane.length);
  for (let y = 0; y < height; y++)
    averageAlongLine(plane, across, { start: y * width, step: 1, count: width, reach });
  const means = new Float32Array(plane.length);
  for (let x = 0; x < width; x++)
    averageAlongLine(across, means, { start: x, step: width, count: height, reach });
  return means;
}

function averageAlongLine(
  from: Float32Array,
  to: Float32Array,
  { start, step, count, reach }: { start: number; step: number; count: number; reach: number },
): void {
  let sum = 0;
  for (let n = -reach; n < count; n++) {
    if (n + reach < count) sum += from[start + (n + reach) * step];
    if (n - reach > 0) sum -= from[start + (n - reach - 1) * step];
    if (n >= 0) to[start + n * step] = sum / (Math.min(count - 1, n + reach) - Math.max(0, n - reach) + 1);
  }
}
