/** Sharpening by luma after the last resize: no colour fringes, no halo beyond the cap, flat noise left alone. */
import type { Sharpen } from '#domain/recipes/recipe.ts';
import type { Raw } from './raw.ts';

export const SHARPEN_AMOUNT: Readonly<Record<Sharpen, number>> = { off: 0, soft: 0.6, normal: 1 };

const THRESHOLD = 2;
const CAP = 28;

/** e = Y − binomial 3×3 of Y; where |e| > 2 the rest times `amount`, at most 28, is added to R, G and B. In place. */
export function sharpen(raw: Raw, amount: number): void {
  const { width, height } = raw;
  if (amount <= 0 || width < 3 || height < 3) return;
  const steps = Int8Array.from({ length: 511 }, (_, i) => stepFor(i - 255, amount));
  let above = rowOf(raw, 0);
  let here = rowOf(raw, 1);
  for (let y = 1; y < height - 1; y++) {
    // Read before its row is changed: the neighbours must see the untouched luma.
    const below = rowOf(raw, y + 1);
    sharpenRow(raw, y, steps, here.lumas, above.sums, here.sums, below.sums);
    above = here;
    here = below;
  }
}

function stepFor(edge: number, amount: number): number {
  const over = Math.abs(edge) - THRESHOLD;
  return over <= 0 ? 0 : Math.sign(edge) * Math.round(Math.min(CAP, over * amount));
}

interface Row {
  readonly lumas: Uint8Array;
  /** Horizontal part of the binomial: left + 2 × centre + right. */
  readonly sums: Uint16Array;
}

function rowOf({ data, width, channels }: Raw, y: number): Row {
  const lumas = new Uint8Array(width);
  const sums = new Uint16Array(width);
  for (let x = 0, at = y * width * channels; x < width; x++, at += channels) {
    lumas[x] =
      (77 * (data[at] as number) + 150 * (data[at + 1] as number) + 29 * (data[at + 2] as number)) >> 8;
  }
  for (let x = 1; x < width - 1; x++) {
    sums[x] = (lumas[x - 1] as number) + 2 * (lumas[x] as number) + (lumas[x + 1] as number);
  }
  return { lumas, sums };
}

function sharpenRow(
  { data, width, channels }: Raw,
  y: number,
  steps: Int8Array,
  lumas: Uint8Array,
  above: Uint16Array,
  here: Uint16Array,
  below: Uint16Array,
): void {
  let at = (y * width + 1) * channels;
  for (let x = 1; x < width - 1; x++, at += channels) {
    const blurred = ((above[x] as number) + 2 * (here[x] as number) + (below[x] as number) + 8) >> 4;
    const step = steps[(lumas[x] as number) - blurred + 255] as number;
    if (step === 0) continue;
    data[at] = byte((data[at] as number) + step);
    data[at + 1] = byte((data[at + 1] as number) + step);
    data[at + 2] = byte((data[at + 2] as number) + step);
  }
}

function byte(x: number): number {
  return x < 0 ? 0 : x > 255 ? 255 : x;
}
