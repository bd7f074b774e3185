/**
 * Estimates a white balance that prefers to do nothing: OLX treats a changed colour as a wrong description. Two independent estimates of
 * the light's colour must see a clear cast and agree, and the photo must have neither strong colours of its own nor be dark.
 */
import type { Tones } from '#domain/photos/analysis.ts';
import { computeLuma } from '#domain/photos/quality.ts';
import type { Rgb } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';

const CAST_DEGREES = 5;
const AGREEMENT_DEGREES = 4;
const BRIGHT_SHARE = 0.15;
const MAX_SATURATED = 0.3;
const MIN_MEDIAN = 25;
const MAX_DARK = 0.5;
const STRENGTH = 0.8;
/** A weaker balance is not worth a difference between two photos of one batch. */
const LEAST_STRENGTH = 0.15;
/**
 * Largest share of pixels that may get more colourful. Taking a cast away makes nearly every pixel greyer; where many get more colourful,
 * the colour was the scene's own.
 */
const MAX_MORE_COLOURFUL = 0.25;
const COLOUR_STEP = 4;
const GAIN_RANGE = [0.8, 1.25] as const;
/** Degrees within which a pixel is grey, or of the same colour as the light would be. */
const GREY_DEGREES = 2.5;
const SAME_DEGREES = 3;
/** Largest share of the bright quarter that may be grey: under a lamp nothing is, so the beige beside it is beige. */
const MAX_GREY = 0.1;
/** Largest share of one colour: cloth that fills the frame looks like a wall under a lamp, and its colour is what is being sold. */
const MAX_ALIKE = 0.92;

/** Shades are the weakly coloured pixels between these shares of luma; fewer than this share of all say nothing. */
export const SHADES = [0.1, 0.4] as const;
const SHADES_SHARE = 0.05;
/** Shares of the bright things' cast (red against blue) that shades show too: between these the cast is the light's. */
const [SAME_LEAST, SAME_MOST] = [0.85, 1.25] as const;
/** Share below which there are two lights, and none of them is a fault. */
const OTHER = 0.5;
/** Share from which the things have more of the cast than the light could give: half of it is theirs. */
const THEIRS = 1.6;
/** Factor for cool casts: skies are blue, and at dusk everything that they light is; lamps are not. */
const COOL = 0.6;
/** A cast with less warmth is green or magenta. */
const LEAST_WARMTH = 0.07;
/** Tints (logs) of what is bright and of shades: up to the first they come from one light, from the second on from two things. */
const [SAME_TINT, OTHER_TINT] = [0.08, 0.16];
/** Steps in a warmth or a tint of 1, which no weakly coloured pixel exceeds. */
const STEPS = 100;

const SIXTH = Float64Array.from({ length: 256 }, (_, v) => v ** 6);

type Gates = Pick<Tones, 'p50' | 'dark' | 'saturated'>;

/** Percentiles of luma: the bright quarter's least, and what the shades lie between. */
interface Bands {
  readonly p75: number;
  readonly shades: readonly [number, number];
}

/** Returns gains for R, G, B of sRGB bytes (`samples` interleaved), or null to leave the colours alone. */
export function estimateBalance(
  samples: Uint8Array,
  { p75, shades }: Bands,
  { bright, gates }: { bright: Rgb | null; gates: Gates },
): Rgb | null {
  if (gates.saturated > MAX_SATURATED || gates.p50 < MIN_MEDIAN || gates.dark > MAX_DARK) return null;
  const overall = minkowskiMean(samples);
  if (overall === null || bright === null) return null;
  const grey: Rgb = [1, 1, 1];
  if (computeColourAngle(overall, grey) < CAST_DEGREES || computeColourAngle(bright, grey) < CAST_DEGREES)
    return null;
  if (computeColourAngle(overall, bright) > AGREEMENT_DEGREES) return null;
  const warmth = lightsShare(computeWarmth(bright), medianOfShades(samples, shades, computeWarmth));
  const tint = weighSameTint(getTint(bright), medianOfShades(samples, shades, getTint));
  const strength = STRENGTH * warmth * tint;
  if (strength < LEAST_STRENGTH) return null;
  const [r, g, b] = bright;
  const y = (77 * r + 150 * g + 29 * b) / 256;
  const gain = (mean: number) =>
    Math.min(
      GAIN_RANGE[1],
      Math.max(GAIN_RANGE[0], Math.round(1000 * (1 + strength * (y / mean - 1))) / 1000),
    );
  const gains: Rgb = [gain(r), gain(g), gain(b)];
  if (greyShare(samples, p75) > MAX_GREY || alikeShare(samples, bright) > MAX_ALIKE) return null;
  return moreColourful(samples, gains) > MAX_MORE_COLOURFUL ? null : gains;
}

/** Returns the shades-of-grey estimate (Finlayson and Trezzi, p = 6) over pixels that are not blown out. */
function minkowskiMean(samples: Uint8Array): Rgb | null {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < samples.length; i += 3) {
    const [r, g, b] = [samples[i], samples[i + 1], samples[i + 2]];
    if (Math.max(r, g, b) >= 250) continue;
    sums[0] += SIXTH[r];
    sums[1] += SIXTH[g];
    sums[2] += SIXTH[b];
    count++;
  }
  const [r, g, b] = sums.map((sum) => (sum / Math.max(1, count)) ** (1 / 6)) as [number, number, number];
  return r > 0 && g > 0 && b > 0 ? [r, g, b] : null;
}

/** Returns the mean of the bright, weakly coloured quarter: walls, paper, sky, the white of the goods. */
export function brightGreys(samples: Uint8Array, p75: number): Rgb | null {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < samples.length; i += 3) {
    const [r, g, b] = [samples[i], samples[i + 1], samples[i + 2]];
    const max = Math.max(r, g, b);
    if (computeLuma(r, g, b) < p75 || max <= 60 || max >= 250 || max - Math.min(r, g, b) >= 0.45 * max)
      continue;
    sums[0] += r;
    sums[1] += g;
    sums[2] += b;
    count++;
  }
  if (count === 0 || count < (BRIGHT_SHARE * samples.length) / 3) return null;
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}

/** Returns the log of red over blue. */
export function computeWarmth([r, , b]: Rgb): number {
  return Math.log(Math.max(1, r) / Math.max(1, b));
}

/** Returns the log of green over the mean of red and blue. */
function getTint([r, g, b]: Rgb): number {
  return Math.log(Math.max(1, g)) - Math.log(Math.max(1, r) * Math.max(1, b)) / 2;
}

/**
 * Returns the median `value` (−1 to 1) of dark, weakly coloured pixels, black left out: a few things of wood must not hide a blue shade.
 */
function medianOfShades(
  samples: Uint8Array,
  [from, to]: readonly [number, number],
  value: (rgb: Rgb) => number,
): number | null {
  const counts = new Uint32Array(2 * STEPS + 1);
  let count = 0;
  for (let i = 0; i < samples.length; i += 3) {
    const [r, g, b] = [samples[i], samples[i + 1], samples[i + 2]];
    const [y, max] = [computeLuma(r, g, b), Math.max(r, g, b)];
    if (y < from || y > to || max < 24 || max - Math.min(r, g, b) >= 0.6 * max) continue;
    const step = STEPS + Math.round(STEPS * value([r, g, b]));
    counts[step] = counts[step] + 1;
    count++;
  }
  if (count < (SHADES_SHARE * samples.length) / 3) return null;
  let [step, seen] = [0, 0];
  while (seen + counts[step] < count / 2) seen += counts[step++];
  return (step - STEPS) / STEPS;
}

/**
 * Returns 0–1: how much of a cast is the light's. One lamp colours shades as it does what is bright. Where shades have less of it, another
 * light comes in (the sky, at a golden hour); where they have more, it is partly the things' own: a room of beige and wood.
 */
function lightsShare(cast: number, shades: number | null): number {
  const tone = cast < 0 ? COOL : 1;
  if (shades === null || Math.abs(cast) < LEAST_WARMTH) return tone;
  const part = shades / cast;
  if (part < SAME_LEAST) return tone * clampToUnit((part - OTHER) / (SAME_LEAST - OTHER));
  return tone * (1 - 0.5 * clampToUnit((part - SAME_MOST) / (THEIRS - SAME_MOST)));
}

/** Returns 1–0: one lamp makes all things greener or less green alike; green cloth below a mauve shirt is no light. */
function weighSameTint(bright: number, shades: number | null): number {
  return shades === null
    ? 1
    : 1 - clampToUnit((Math.abs(bright - shades) - SAME_TINT) / (OTHER_TINT - SAME_TINT));
}

/** Returns the share of the bright pixels, blown ones left out, that have no colour at all. */
function greyShare(samples: Uint8Array, p75: number): number {
  return shareNear(samples, [1, 1, 1], { within: GREY_DEGREES, counts: (max, y) => max < 250 && y >= p75 });
}

function alikeShare(samples: Uint8Array, colour: Rgb): number {
  return shareNear(samples, colour, { within: SAME_DEGREES, counts: (max) => max >= 40 && max < 250 });
}

/** Returns the share of the counted pixels, which are chosen by their largest channel and luma, that are near the colour. */
function shareNear(
  samples: Uint8Array,
  colour: Rgb,
  { within, counts }: { within: number; counts: (max: number, y: number) => boolean },
): number {
  let [seen, near] = [0, 0];
  const least = Math.cos((within * Math.PI) / 180) * Math.hypot(...colour);
  for (let i = 0; i < samples.length; i += 3) {
    const [r, g, b] = [samples[i], samples[i + 1], samples[i + 2]];
    if (!counts(Math.max(r, g, b), computeLuma(r, g, b))) continue;
    seen++;
    if (r * colour[0] + g * colour[1] + b * colour[2] >= least * Math.sqrt(r * r + g * g + b * b)) near++;
  }
  return near / Math.max(1, seen);
}

/** Returns the share of the pixels that are not black whose colour difference grows under the gains. */
function moreColourful(samples: Uint8Array, [red, green, blue]: Rgb): number {
  let seen = 0;
  let more = 0;
  for (let i = 0; i < samples.length; i += 3) {
    const [r, g, b] = [samples[i], samples[i + 1], samples[i + 2]];
    const max = Math.max(r, g, b);
    if (max < 40) continue;
    seen++;
    const after = Math.max(r * red, g * green, b * blue) - Math.min(r * red, g * green, b * blue);
    if (after > max - Math.min(r, g, b) + COLOUR_STEP) more++;
  }
  return more / Math.max(1, seen);
}

function computeColourAngle([a, b, c]: Rgb, [d, e, f]: Rgb): number {
  const cosine = (a * d + b * e + c * f) / (Math.hypot(a, b, c) * Math.hypot(d, e, f));
  return (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
}
