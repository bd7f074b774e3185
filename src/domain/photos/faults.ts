/** Faults of a photo by what was measured of it; the limits were measured on real photos. */
import type { Signs, Tones } from './analysis.ts';

const VERY_BLURRY = 30;
const BLURRY = 70;
const MOST_BLACK = 0.35;
const MOST_WHITE = 0.2;

export type Fault = 'very-blurry' | 'blurry' | 'dark' | 'bright';

/** Returns what is wrong with a photo; what was not measured is null and not judged. */
export function listFaults({
  sharpness,
  black,
  white,
}: Pick<Signs, 'sharpness'> & Pick<Tones, 'black' | 'white'>): Fault[] {
  const faults: Fault[] = [];
  // A black picture has no edges to judge.
  const isDark = black !== null && black > MOST_BLACK;
  if (sharpness !== null && sharpness < BLURRY && !isDark)
    faults.push(sharpness < VERY_BLURRY ? 'very-blurry' : 'blurry');
  if (isDark) faults.push('dark');
  if (white !== null && white > MOST_WHITE) faults.push('bright');
  return faults;
}
