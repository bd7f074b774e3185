import type { Raw } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';

const COLUMNS = 8;
const ROWS = 8;

/** Returns the picture's difference hash: whether each of 8 × 8 cells is lighter than the next one, as 16 hexadecimal digits. */
export async function computeFingerprint({ data, width, height, channels }: Raw): Promise<string> {
  const cells = await sharp(data, { raw: { width, height, channels } })
    .removeAlpha()
    .greyscale()
    .resize(COLUMNS + 1, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer();
  let hash = 0n;
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLUMNS; x++) {
      const at = y * (COLUMNS + 1) + x;
      hash = (hash << 1n) | ((cells[at] ?? 0) > (cells[at + 1] ?? 0) ? 1n : 0n);
    }
  return hash.toString(16).padStart(16, '0');
}
