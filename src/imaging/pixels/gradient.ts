import { createFilled, type Raw, type Rgb, type Size } from './raw.ts';

/**
 * From the top colour (share 0 or less) to the bottom one (1 or more); rounding alternates from pixel to pixel, so that no bands show.
 */
export function createGradient(
  size: Size,
  { top, bottom }: { top: Rgb; bottom: Rgb },
  shareOf: (row: number) => number,
): Raw {
  const ground = createFilled(size, top);
  for (let y = 0, i = 0; y < size.height; y++) {
    const share = Math.min(1, Math.max(0, shareOf(y)));
    for (let x = 0; x < size.width; x++) {
      const dither = ((x * 5 + y * 3) % 8) / 8;
      for (let c = 0; c < 3; c++, i++)
        ground.data[i] = Math.floor(top[c] * (1 - share) + bottom[c] * share + dither);
    }
  }
  return ground;
}
