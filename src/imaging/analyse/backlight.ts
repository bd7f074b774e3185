/**
 * Tells whether a photo was taken against the light: a bright sky or window, and below it everything too dark to have been exposed so on
 * purpose. A dark thing on a light ground is told apart by that ground, which lies under it; a light thing on a dark ground by the ground
 * around it, since a sky reaches the upper border; night and the stage by their brightness.
 */
import type { Backlight } from '#domain/photos/analysis.ts';
import { computeLuma } from '#domain/photos/quality.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';

const SAMPLES = 60_000;
/** Shares of the height: the border that the bright part reaches, the ground that it must not be on, and the floor that is not lit. */
const UPPER = 0.06;
const LOWER = 2 / 3;
const FLOOR = 0.8;
/** Bars around a picture are no shade. */
const LEAST_SHADE = 5;

/** Bounds of a sign: it begins to count at the first and counts wholly from the second on. */
type Range = readonly [none: number, all: number];
/** Share of the variance of luma that lies between the two parts. */
const APART: Range = [0.76, 0.86];
const BRIGHT_SHARE: Range = [0.12, 0.2];
const DARK_SHARE: Range = [0.12, 0.25];
const BRIGHT_ABOVE: Range = [0.15, 0.35];
const BRIGHT_BELOW: Range = [0.3, 0.12];
/** Lumas: the middles of the bright and the dark part, the dark part's lightest fifth, and the floor. */
const BRIGHT: Range = [130, 155];
const DARK: Range = [64, 48];
const LIGHTEST: Range = [95, 75];
const FLOOR_LUMA: Range = [76, 58];

/** A weaker backlight is not worth a difference between two photos of one batch. */
const LEAST_STRENGTH = 0.15;

const weighSign = ([none, all]: Range, value: number) => clampToUnit((value - none) / (all - none));

/** Returns null where the photo was not taken against the light. */
export function findBacklight(raw: Raw): Backlight | null {
  const { all, upper, lower, floor } = countLumas(raw);
  const { split, apart } = findSplit(all);
  const [bright, dark] = [takeRange(all, split + 1, 255), takeRange(all, LEAST_SHADE, split)];
  const total = countAll(all);
  if (total === 0) return null;
  const shade = findPercentile(dark, 0.5);
  const sky = findPercentile(bright, 0.5);
  const strength =
    weighSign(APART, apart) *
    weighSign(BRIGHT_SHARE, countAll(bright) / total) *
    weighSign(DARK_SHARE, countAll(dark) / total) *
    weighSign(BRIGHT_ABOVE, shareAbove(upper, split)) *
    weighSign(BRIGHT_BELOW, shareAbove(lower, split)) *
    weighSign(BRIGHT, sky) *
    weighSign(DARK, shade) *
    weighSign(LIGHTEST, findPercentile(dark, 0.8)) *
    weighSign(FLOOR_LUMA, findPercentile(floor, 0.5));
  if (strength < LEAST_STRENGTH) return null;
  return { strength: Math.round(strength * 100) / 100, shade, sky: Math.round((split + sky) / 2) };
}

interface Counted {
  readonly all: Uint32Array;
  readonly upper: Uint32Array;
  readonly lower: Uint32Array;
  readonly floor: Uint32Array;
}

type Histograms = [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

/** Counts lumas on an even grid. */
function countLumas({ data, width, height, channels }: Raw): Counted {
  const [all, upper, lower, floor] = [0, 0, 0, 0].map(() => new Uint32Array(256)) as Histograms;
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / SAMPLES)));
  for (let y = 0; y < height; y += step) {
    const part = y / height;
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * channels;
      if (channels === 4 && data[at + 3] < 128) continue;
      const value = computeLuma(data[at], data[at + 1], data[at + 2]);
      all[value] = all[value] + 1;
      if (part < UPPER) upper[value] = upper[value] + 1;
      if (part >= LOWER) lower[value] = lower[value] + 1;
      if (part >= FLOOR) floor[value] = floor[value] + 1;
    }
  }
  return { all, upper, lower, floor };
}

/** Otsu's threshold. `apart` is the largest share of the variance that lies between the parts; 1 for two equal tones. */
function findSplit(counts: Uint32Array): { split: number; apart: number } {
  const total = countAll(counts);
  const mean = counts.reduce((sum, n, v) => sum + n * v, 0) / total;
  const variance = counts.reduce((sum, n, v) => sum + n * (v - mean) ** 2, 0) / total;
  let best = { split: 0, apart: 0 };
  let [below, sum] = [0, 0];
  for (let v = 0; v < 255; v++) {
    below += counts[v];
    sum += counts[v] * v;
    if (below === 0 || below === total) continue;
    const share = below / total;
    const off = sum / below - (mean - (sum / below) * share) / (1 - share);
    const apart = (share * (1 - share) * off ** 2) / variance;
    if (apart > best.apart) best = { split: v, apart };
  }
  return best;
}

function shareAbove(counts: Uint32Array, split: number): number {
  return countAll(takeRange(counts, split + 1, 255)) / Math.max(1, countAll(counts));
}

function takeRange(counts: Uint32Array, from: number, to: number): Uint32Array {
  return counts.map((n, v) => (v >= from && v <= to ? n : 0));
}

function countAll(counts: Uint32Array): number {
  return counts.reduce((sum, n) => sum + n, 0);
}

/** The lowest value that at least `part` of the counted pixels do not exceed; 0 without any. */
function findPercentile(counts: Uint32Array, part: number): number {
  const wanted = part * countAll(counts);
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((n) => {
      seen += n;
      return n > 0 && seen >= wanted;
    }),
  );
}
