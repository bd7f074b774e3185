/** Reduces noise, on request only: each pixel becomes the mean of those around it that are nearly as bright. Edges stay. */
import { computeLuma } from '#domain/photos/quality.ts';
import type { Raw } from '#imaging/pixels/raw.ts';

const REACH = 2;
/** Difference of luma from which a neighbour belongs to something else. */
const ALIKE = 12;

/** Works in place; alpha is left alone. */
export function denoise(raw: Raw): void {
  const { data, width, height, channels } = raw;
  const from = Uint8Array.from(data);
  const lumas = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < lumas.length; i++, at += channels) {
    lumas[i] = computeLuma(from[at], from[at + 1], from[at + 2]);
  }
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - REACH), Math.min(height - 1, y + REACH)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - REACH), Math.min(width - 1, x + REACH)];
      const here = lumas[y * width + x];
      let [count, r, g, b] = [0, 0, 0, 0];
      for (let v = top; v <= bottom; v++) {
        for (let i = v * width + left, end = v * width + right; i <= end; i++) {
          const off = lumas[i] - here;
          if (off > ALIKE || off < -ALIKE) continue;
          const at = i * channels;
          count++;
          r += from[at];
          g += from[at + 1];
          b += from[at + 2];
        }
      }
      const at = (y * width + x) * channels;
      data[at] = Math.round(r / count);
      data[at + 1] = Math.round(g / count);
      data[at + 2] = Math.round(b / count);
    }
  }
}
