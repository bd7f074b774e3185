/** Finds edge pixels of a grey picture that run nearly level or nearly upright, placed to a fraction of a pixel. */
import type { Grey } from '#domain/photos/quality.ts';

/** Three numbers an edge: how far along, where across, and its slope (across ÷ along). Upright edges have x and y exchanged. */
export interface Edges {
  readonly level: readonly number[];
  readonly upright: readonly number[];
}

/** Sobel's sum; weaker are noise and soft shadows. */
const WEAKEST = 40;

/** `steepest`: the greatest slope of interest. */
export function findEdges(grey: Grey, steepest: number): Edges {
  const { width, height } = grey;
  const soft = smoothGrey(grey);
  const gx = new Int16Array(soft.length);
  const gy = new Int16Array(soft.length);
  const strength = new Float32Array(soft.length);
  for (let y = 1; y < height - 1; y++) gradientRow(soft, { width, y }, { gx, gy, strength });
  const level: number[] = [];
  const upright: number[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const here = strength[i];
      if (here < WEAKEST) continue;
      const [h, v] = [gx[i], gy[i]];
      const isLevel = Math.abs(h) < steepest * Math.abs(v);
      if (!isLevel && Math.abs(v) >= steepest * Math.abs(h)) continue;
      const step = isLevel ? width : 1;
      const [before, after] = [strength[i - step], strength[i + step]];
      if (here < before || here <= after) continue;
      const top = (before - after) / (2 * (before - 2 * here + after));
      if (isLevel) level.push(x, y + top, -h / v);
      else upright.push(y, x + top, -v / h);
    }
  }
  return { level, upright };
}

function gradientRow(
  soft: Uint8Array,
  { width, y }: { width: number; y: number },
  { gx, gy, strength }: { gx: Int16Array; gy: Int16Array; strength: Float32Array },
): void {
  for (let x = 1; x < width - 1; x++) {
    const i = y * width + x;
    const a = soft[i - width - 1];
    const b = soft[i - width];
    const c = soft[i - width + 1];
    const d = soft[i - 1];
    const f = soft[i + 1];
    const g = soft[i + width - 1];
    const h = soft[i + width];
    const k = soft[i + width + 1];
    const across = c + 2 * f + k - a - 2 * d - g;
    const down = g + 2 * h + k - a - 2 * b - c;
    gx[i] = across;
    gy[i] = down;
    strength[i] = Math.hypot(across, down);
  }
}

/** Softens by a binomial 3×3; the outermost rows and columns stay. */
function smoothGrey({ data, width, height }: Grey): Uint8Array {
  const rows = Uint8Array.from(data);
  for (let i = 1; i < data.length - 1; i++) {
    rows[i] = (data[i - 1] + 2 * data[i] + data[i + 1] + 2) >> 2;
  }
  const soft = Uint8Array.from(rows);
  for (let i = width; i < width * (height - 1); i++) {
    soft[i] = (rows[i - width] + 2 * rows[i] + rows[i + width] + 2) >> 2;
  }
  return soft;
}
