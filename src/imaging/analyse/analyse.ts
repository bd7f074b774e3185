/** The numbers the light steps work with, read once per photo from about 120,000 of its pixels. */
import type { Tones } from '#domain/photos/analysis.ts';
import { computeLuma, measureExtremes, samplePixels } from '#domain/photos/quality.ts';
import { brightGreys, computeWarmth, estimateBalance, SHADES } from '#imaging/light/balance.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { findBacklight } from './backlight.ts';
import { readGround } from './ground.ts';
import { readTexture } from './texture.ts';

const DARK = 24;

/** Returns the figures of a photo without its warnings and tilt; transparent pixels do not count. */
export function measureTones(raw: Raw): Tones {
  const samples = samplePixels(raw);
  const lumas = new Uint32Array(256);
  const peaks = new Uint32Array(256);
  let [dark, saturated] = [0, 0];
  for (let i = 0; i < samples.length; i += 3) {
    const [r, g, b] = [samples[i], samples[i + 1], samples[i + 2]];
    const y = computeLuma(r, g, b);
    const max = Math.max(r, g, b);
    lumas[y] = lumas[y] + 1;
    peaks[max] = peaks[max] + 1;
    if (y < DARK) dark++;
    if (max > 60 && max - Math.min(r, g, b) > 0.55 * max) saturated++;
  }
  const count = Math.max(1, samples.length / 3);
  const facts = {
    lo: findPercentile(lumas, 0.005),
    p50: findPercentile(lumas, 0.5),
    p90: findPercentile(lumas, 0.9),
    hi: findPercentile(lumas, 0.995),
    m50: findPercentile(peaks, 0.5),
    m90: findPercentile(peaks, 0.9),
    hiMax: findPercentile(peaks, 0.995),
    dark: roundToThousandth(dark / count),
    ...measureExtremes(samples),
    saturated: roundToThousandth(saturated / count),
  };
  const at = (share: number) => findPercentile(lumas, share);
  const bands = { p75: at(0.75), shades: [at(SHADES[0]), at(SHADES[1])] } as const;
  const bright = brightGreys(samples, bands.p75);
  return {
    ...facts,
    warmth: bright === null ? null : roundToThousandth(computeWarmth(bright)),
    backlight: findBacklight(raw),
    ground: readGround(raw),
    texture: readTexture(raw),
    balance: estimateBalance(samples, bands, { bright, gates: facts }),
  };
}

/** The lowest value that at least `part` of the counted pixels do not exceed. */
function findPercentile(histogram: Uint32Array, part: number): number {
  const wanted = part * histogram.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += histogram[value];
    if (seen >= wanted && seen > 0) return value;
  }
  return 255;
}

const roundToThousandth = (value: number) => Math.round(value * 1000) / 1000;
