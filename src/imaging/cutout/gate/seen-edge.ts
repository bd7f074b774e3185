/** Measures how much of a mask's edge an eye sees in the picture. */
import type { Lab } from '#imaging/cutout/lab.ts';
import type { Mask } from '#imaging/cutout/mask.ts';

/** ΔE across the edge that an eye follows. */
const SEEN = 7;

/** Returns the share of the edge where the colours two pixels inside and two pixels outside differ visibly. */
export function seenEdge({ l, a, b }: Lab, { data, width, height }: Mask): number {
  let [all, seen] = [0, 0];
  const look = (at: number, step: number) => {
    if (data[at] > 127 === data[at + step] > 127) return;
    all++;
    const [p, q] = [at - 2 * step, at + 3 * step];
    const difference = Math.hypot(l[p] - l[q], a[p] - a[q], b[p] - b[q]);
    if (difference > SEEN) seen++;
  };
  for (let y = 2; y < height - 3; y++) {
    for (let x = 2, i = y * width + 2; x < width - 3; x++, i++) {
      look(i, 1);
      look(i, width);
    }
  }
  return all === 0 ? 0 : seen / all;
}
