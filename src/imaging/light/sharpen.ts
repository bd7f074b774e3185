/** Sharpening by luma after the last resize: no colour fringes, no halo beyond the cap, flat noise left alone. */
import type { Sharpen } from '#domain/recipes/recipe.ts';
import { readLumas } from '#imaging/pixels/luma.ts';
import type { Raw } from '#imaging/pixels/raw.ts';

export const SHARPEN_AMOUNT: Readonly<Record<Sharpen, number>> = { off: 0, soft: 0.66, normal: 1.1 };

/** Edges up to this are grain: sharpened, it would be all that is seen of a sky or of matte cloth. */
const THRESHOLD = 4;
const CAP = 28;

/** e = Y − binomial 3×3 of Y; where |e| > THRESHOLD the rest times `amount`, at most CAP, is added to R, G and B. In place. */
export function sharpen(raw: Raw, amount: number): void {
  const { width, height } = raw;
  if (amount <= 0 || width < 3 || height < 3) return;
  const steps = Int8Array.from({ length: 511 }, (_, i) => stepFor(i - 255, amount));
  let [above, here, below] = [0, 1, 2].map(() => new Uint8Array(width)) as [Lumas, Lumas, Lumas];
  readLumas(raw, 0, above);
  readLumas(raw, 1, here);
  for (let y = 1; y < height - 1; y++) {
    // Read before its row is changed: the neighbours must see the untouched luma.
    readLumas(raw, y + 1, below);
    sharpenRow(raw, y, { steps, above, here, below });
    [above, here, below] = [here, below, above];
  }
}

type Lumas = Uint8Array<ArrayBuffer>;

function stepFor(edge: number, amount: number): number {
  const over = Math.abs(edge) - THRESHOLD;
  return over <= 0 ? 0 : Math.sign(edge) * Math.round(Math.min(CAP, over * amount));
}

/** A step of nothing is added like any other: no processor can foresee where a grainy picture has one, and waiting costs more. */
function sharpenRow(
  { data, width, channels }: Raw,
  y: number,
  { steps, above, here, below }: { steps: Int8Array; above: Lumas; here: Lumas; below: Lumas },
): void {
  const column = (x: number) => above[x] + 2 * here[x] + below[x];
  let left = column(0);
  let middle = column(1);
  let at = (y * width + 1) * channels;
  for (let x = 1; x < width - 1; x++, at += channels) {
    const right = column(x + 1);
    const blurred = (left + 2 * middle + right + 8) >> 4;
    const step = steps[here[x] - blurred + 255];
    left = middle;
    middle = right;
    data[at] = clampToByte(data[at] + step);
    data[at + 1] = clampToByte(data[at + 1] + step);
    data[at + 2] = clampToByte(data[at + 2] + step);
  }
}

function clampToByte(x: number): number {
  return x < 0 ? 0 : x > 255 ? 255 : x;
}
