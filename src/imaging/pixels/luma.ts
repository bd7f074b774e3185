import type { Raw } from './raw.ts';

/** Reads the lumas of row `y` into `lumas`. */
export function readLumas({ data, width, channels }: Raw, y: number, lumas: Uint8Array): void {
  for (let x = 0, at = y * width * channels; x < width; x++, at += channels) {
    lumas[x] = (77 * data[at] + 150 * data[at + 1] + 29 * data[at + 2]) >> 8;
  }
}
