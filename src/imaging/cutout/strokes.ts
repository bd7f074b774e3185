/** A person's strokes as labels that GrabCut may not change. */
import type { Stroke } from '#domain/recipes/cutout.ts';
import type { Point } from '#domain/recipes/geometry.ts';
import type { Size } from '#imaging/pixels/raw.ts';
import { SURE_BACKGROUND, SURE_OBJECT } from './grabcut.ts';

/** In place, in the order they were made. */
export function paint(labels: Uint8Array, size: Size, strokes: readonly Stroke[]): void {
  for (const { kind, radius, points } of strokes) {
    const label = kind === 'keep' ? SURE_OBJECT : SURE_BACKGROUND;
    const reach = Math.max(0.7, radius * Math.max(size.width, size.height));
    points.forEach((point, i) => {
      line(labels, size, points[i - 1] ?? point, point, reach, label);
    });
  }
}

/** A line with round ends: dots half a radius apart. */
function line(labels: Uint8Array, size: Size, from: Point, to: Point, reach: number, label: number): void {
  const [dx, dy] = [(to.x - from.x) * size.width, (to.y - from.y) * size.height];
  const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / Math.max(0.5, reach / 2)));
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    dot(labels, size, from.x * size.width + dx * share, from.y * size.height + dy * share, reach, label);
  }
}

function dot(
  labels: Uint8Array,
  { width, height }: Size,
  x: number,
  y: number,
  reach: number,
  label: number,
) {
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) <= reach) labels[row * width + column] = label;
    }
  }
}
