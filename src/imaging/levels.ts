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
  readonly gamma: number;
}

/**
 * Stretch for `strength` 0–100. Judged by max(R, G, B), not luma, so that red and blue paint is not "too dark"; by day white is
 * never darkened (gain ≥ 255 ÷ (255 − off)), and no channel is clipped that was not.
 */
function levelsFor(analysis: Tones, strength: number): Levels {
  const k = strength / 100;
  const f = Math.min(1, 1.6 * k);
  const night = isNight(analysis);
  const off = f * Math.min(analysis.lo, 40) * (night ? 0.5 : 1);
  const range = analysis.hi - analysis.lo;
  const wanted = range >= 235 ? 1 : 1 + f * (Math.min(250 / Math.max(1, range), night ? 1.12 : 1.3) - 1);
  const unclipped = 253 / Math.max(1, analysis.hiMax - off);
  const gain = Math.max(night ? 1 : 255 / (255 - off), Math.min(wanted, unclipped));
  return { off, gain, gamma: night ? 1 : midtoneGamma(analysis, off, gain, k) };
}

function midtoneGamma({ m50, m90, dark }: Tones, off: number, gain: number, k: number): number {
  const middle = ((m50 - off) * gain) / 255;
  const bright = ((m90 - off) * gain) / 255;
  if (middle <= 0.01 || middle >= 0.42 || bright >= 0.82 || dark >= 0.25) return 1;
  return Math.max(0.8, Math.log(middle + (0.44 - middle) * k) / Math.log(middle));
}

/** Null when nothing would change. */
export function curvesFor(analysis: Tones, strength: number, balance: Rgb | null): Curves | null {
  if (strength === 0 && balance === null) return null;
  const { off, gain, gamma } = levelsFor(analysis, strength);
  const curve = (channel: 0 | 1 | 2) =>
    Uint8Array.from({ length: 256 }, (_, v) => {
      const x = ((balanced(v, balance?.[channel] ?? 1) - off) * gain) / 255;
      return Math.round(255 * Math.min(1, Math.max(0, x)) ** gamma);
    });
  return [curve(0), curve(1), curve(2)];
}

/** The gain fades out towards 255: a blown-out highlight has no colour left to correct and would turn tinted. */
function balanced(v: number, gain: number): number {
  return Math.min(255, v * (1 + (gain - 1) * Math.min(1, (255 - v) / 55)));
}
