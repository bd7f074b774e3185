/** Levels and white balance as one look-up table per channel. */
import type { Tones } from '#domain/recipes/analysis.ts';
import type { Rgb } from './raw.ts';

export type Curves = readonly [Uint8Array, Uint8Array, Uint8Array];

/** Nothing below this is lifted far: night stays night. */
export function isNight({ p50, p90 }: Pick<Tones, 'p50' | 'p90'>): boolean {
  return p50 < 30 && p90 < 110;
}

interface Levels {
  readonly off: number;
  readonly gain: number;
}

/**
 * Stretch for `strength` 0–100. Judged by max(R, G, B), not luma, so that red and blue paint is not "too dark"; by day white is
 * never darkened (gain ≥ 255 ÷ (255 − off)), and no channel is clipped that was not.
 */
function levelsFor(analysis: Tones, strength: number): Levels {
  const f = Math.min(1, (1.6 * strength) / 100);
  const night = isNight(analysis);
  const off = f * Math.min(analysis.lo, 40) * (night ? 0.5 : 1);
  const range = analysis.hi - analysis.lo;
  const wanted = range >= 235 ? 1 : 1 + f * (Math.min(250 / Math.max(1, range), night ? 1.12 : 1.3) - 1);
  const unclipped = 253 / Math.max(1, analysis.hiMax - off);
  const gain = Math.max(night ? 1 : 255 / (255 - off), Math.min(wanted, unclipped));
  return { off, gain };
}

/** Share of white that the middle of a dull photo is brought towards. */
const MIDDLE = 0.46;
/** Half of the recipe's strength does most of it. */
const PULL = 1.4;
const MOST_LIFT = 1;
const MOST_DARK = 0.3;
/** Below this share of white the lift fades out: black stays black. */
const BLACKS = 0.06;

/**
 * Dark tones brightened by max(R, G, B), the same factor on all channels: colours stay what they are, bright tones and black stay
 * where they are. Factors by that maximum after the curves; null when the photo's middle is bright enough, or it is meant to be dark.
 */
export function liftFor(analysis: Tones, strength: number): Float64Array | null {
  const { m50, dark } = analysis;
  if (strength === 0 || isNight(analysis) || dark >= MOST_DARK) return null;
  const { off, gain } = levelsFor(analysis, strength);
  const middle = ((m50 - off) * gain) / 255;
  if (middle <= 0.01 || middle >= MIDDLE) return null;
  const wanted = (MIDDLE - middle) * Math.min(1, (PULL * strength) / 100);
  const amount = Math.min(MOST_LIFT, wanted / (middle * (1 - middle) ** 2));
  return Float64Array.from({ length: 256 }, (_, v) => {
    const x = v / 255;
    return 1 + amount * (1 - x) ** 2 * Math.min(1, x / BLACKS);
  });
}

/** Null when nothing would change. */
export function curvesFor(analysis: Tones, strength: number, balance: Rgb | null): Curves | null {
  if (strength === 0 && balance === null) return null;
  const { off, gain } = levelsFor(analysis, strength);
  const curve = (channel: 0 | 1 | 2) =>
    Uint8Array.from({ length: 256 }, (_, v) => {
      const x = ((balanced(v, balance?.[channel] ?? 1) - off) * gain) / 255;
      return Math.round(255 * Math.min(1, Math.max(0, x)));
    });
  return [curve(0), curve(1), curve(2)];
}

/** The gain fades out towards 255: a blown-out highlight has no colour left to correct and would turn tinted. */
function balanced(v: number, gain: number): number {
  return Math.min(255, v * (1 + (gain - 1) * Math.min(1, (255 - v) / 55)));
}
