/** Measures the ground that a thing stands or lies on: what is black on a lit ground is black, and no light was missing. */
import type { Raw } from '#imaging/pixels/raw.ts';

/** Shares of the sides: the width of the rim that counts as ground, and where it begins; above are skies, windows and walls. */
const RIM = 0.08;
const BELOW = 1 / 3;
const SAMPLES_ACROSS = 200;

/** Returns the median of max(R, G, B) along the lower rim; null where it is transparent. */
export function readGround({ data, width, height, channels }: Raw): number | null {
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(Math.max(width, height) / SAMPLES_ACROSS));
  const [left, right, bottom] = [RIM * width, (1 - RIM) * width, (1 - RIM) * height];
  let total = 0;
  for (let y = Math.floor(BELOW * height); y < height; y += step)
    for (let x = 0; x < width; x += step) {
      if (x >= left && x < right && y < bottom) continue;
      const at = (y * width + x) * channels;
      if (channels === 4 && data[at + 3] < 128) continue;
      const max = Math.max(data[at], data[at + 1], data[at + 2]);
      counts[max] = counts[max] + 1;
      total++;
    }
  let seen = 0;
  const middle = counts.findIndex((n) => {
    seen += n;
    return seen >= total / 2;
  });
  return total === 0 ? null : middle;
}
