/** The side that an object is lit from. */
import type { Background } from '#domain/recipes/background.ts';
import type { Turn } from '#domain/recipes/recipe.ts';
import { computeMaskBounds, type Mask } from '#imaging/cutout/mask.ts';
import { readMask } from '#imaging/cutout/mask-file.ts';
import { type PixelBox, type Raw, rotateByQuarters } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';

/** Light from one side is believed from this difference of the halves on, and whole at the second. */
const [ONE_SIDED, WHOLLY] = [0.06, 0.25];

/**
 * Read off the photo, before panes become clear: what is seen through them is no reason for another ground. −1 left, 1 right, as it lies after
 * the `turn`; null where no mask is laid into a scene.
 */
export async function photoLight(
  upright: Raw,
  { kind }: Background,
  { maskPath, turn }: { maskPath: string | null; turn: Turn },
): Promise<number | null> {
  if (kind !== 'scene' || maskPath === null) return null;
  const object = rotateByQuarters(resampleToMask(upright, await readMask(maskPath)), turn);
  const { width, height } = object;
  const box = computeMaskBounds({ data: object.data.filter((_, i) => i % 4 === 3), width, height });
  return box === null ? null : measureSideLight(object, box);
}

/** The mask's object with a pixel of the photo for each of the mask's. */
function resampleToMask(
  { data: from, width: wide, height: tall, channels }: Raw,
  { data: alpha, width, height }: Mask,
): Raw {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * tall) / height) * wide;
    for (let x = 0; x < width; x++, i++) {
      const at = (row + Math.floor(((x + 0.5) * wide) / width)) * channels;
      for (let c = 0; c < 3; c++) data[i * 4 + c] = from[at + c];
      data[i * 4 + 3] = alpha[i];
    }
  }
  return { data, width, height, channels: 4 };
}

/** By how much the right half of each row is lighter than its left one: the middle of all rows, since a stripe of paint is no light. */
export function measureSideLight({ data, width }: Raw, box: PixelBox): number {
  const rows: number[] = [];
  for (let y = Math.round(box.y + 0.1 * box.height); y < box.y + 0.8 * box.height; y += 2) {
    const [left, right] = [0, 1].map((half) => {
      let [sum, count] = [0, 0];
      const from = Math.round(box.x + (half * box.width) / 2);
      for (let x = from; x < from + box.width / 2 - 1; x += 2) {
        const at = (y * width + x) * 4;
        if (data[at + 3] < 250) continue;
        sum += 77 * data[at] + 150 * data[at + 1] + 29 * data[at + 2];
        count++;
      }
      return count < box.width / 20 ? null : sum / count;
    }) as [number | null, number | null];
    if (left !== null && right !== null) rows.push((right - left) / Math.max(1, right + left));
  }
  if (rows.length === 0) return 0;
  const middle = rows.sort((a, b) => a - b)[rows.length >> 1] as number;
  return Math.sign(middle) * clampToUnit((Math.abs(middle) - ONE_SIDED) / (WHOLLY - ONE_SIDED));
}
