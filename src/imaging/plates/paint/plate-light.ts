/**
 * The light that falls on a plate: how bright its ground is and how that changes across and down it. Coarse steps of three robust figures
 * are all that is kept, far too few to tell one number from another.
 */
import type { Raw } from '#imaging/pixels/raw.ts';
import { type PlateGeometry, visitPixels } from './plate-geometry.ts';

/** Share of full light at a place of the plate: x 0 – shape, y 0 – 1. */
export interface PlateLight {
  /** In the plate's middle. */
  readonly level: number;
  at(x: number, y: number): number;
}

/** A plate's white in full light, as photographs show it. */
const WHITE = 228;
const DARKEST = 0.08;
/** Steps of brightness and of its change from one end to the other. */
const LEVELS = 16;
const SLOPES = 8;
const STEEPEST = 0.75;
/** Characters and a blue field take less than the rest of any third: this far up the order of brightness all is ground. */
const GROUND = 0.85;
/** On a dark plate the characters are the white; they take little. */
const INK = 0.985;

export function plateLight(picture: Raw, plate: PlateGeometry): PlateLight {
  const counts = countsIn(picture, plate);
  const whole = sumHistograms(counts.left, counts.amid, counts.right);
  const isDark = !isLight(whole);
  // The framing may have cut the plate.
  const seen = [counts.left, counts.amid, counts.right].filter((third) => third.some((count) => count > 0));
  const thirds = seen.map((third) => shareAt(third, GROUND));
  const brightness = isDark
    ? shareAt(whole, INK)
    : thirds.reduce((sum, value) => sum + value, 0) / Math.max(1, thirds.length);
  const level = roundToStep(Math.min(1, brightness / WHITE), LEVELS, DARKEST);
  const slope = (from: Uint32Array, to: Uint32Array, apart: number) => {
    if (isDark || brightness === 0 || seen.length < 3) return 0;
    const change = (shareAt(to, GROUND) - shareAt(from, GROUND)) / apart / brightness;
    return roundToStep(Math.max(-STEEPEST, Math.min(STEEPEST, change)), SLOPES, -STEEPEST);
  };
  const across = slope(counts.left, counts.right, 2 / 3);
  const down = slope(counts.top, counts.bottom, 1 / 2);
  const at = (x: number, y: number) =>
    Math.min(1, level * (1 + across * (x / plate.shape - 0.5) + down * (y - 0.5)));
  return { level, at };
}

function roundToStep(value: number, steps: number, least: number): number {
  return Math.max(least, Math.round(value * steps) / steps);
}

/** Histograms of the brightest channel: by thirds across, by halves down. */
function countsIn(picture: Raw, plate: PlateGeometry) {
  const { data } = picture;
  const counts = {
    left: new Uint32Array(256),
    amid: new Uint32Array(256),
    right: new Uint32Array(256),
    top: new Uint32Array(256),
    bottom: new Uint32Array(256),
  };
  visitPixels(picture, plate, (at, u, v) => {
    const value = Math.max(data[at], data[at + 1], data[at + 2]);
    const across = counts[u < 1 / 3 ? 'left' : u < 2 / 3 ? 'amid' : 'right'];
    const down = counts[v < 1 / 2 ? 'top' : 'bottom'];
    across[value] = across[value] + 1;
    down[value] = down[value] + 1;
  });
  return counts;
}

function sumHistograms(...parts: readonly Uint32Array[]): Uint32Array {
  return new Uint32Array(256).map((_, value) => parts.reduce((sum, part) => sum + part[value], 0));
}

/** Dark characters on a light plate, which are less than half of it, or the other way round. */
export function isLight(histogram: Uint32Array): boolean {
  const [low, middle, high] = [0.2, 0.5, 0.8].map((share) => shareAt(histogram, share));
  return high - middle <= middle - low;
}

/** The value below which `share` of the pixels lie. */
export function shareAt(histogram: Uint32Array, share: number): number {
  const wanted = share * histogram.reduce((sum, n) => sum + n, 0);
  let at = 0;
  for (let seen = histogram[0]; seen < wanted && at < 255; seen += histogram[at]) at += 1;
  return at;
}
