/** Levels as one table by the brightest channel, white balance as one table per channel. */
import type { Tones } from '#domain/photos/analysis.ts';
import type { Rgb } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { getStretchShare } from './detail.ts';

export type Curves = readonly [Uint8Array, Uint8Array, Uint8Array];

/** Nothing below this is lifted far: night stays night. */
export function isNight({ p50, p90 }: Pick<Tones, 'p50' | 'p90'>): boolean {
  return p50 < 30 && p90 < 110;
}

/** A cool light: of it the lift and the stretch fade out … */
const [SOME_COOL, MOST_COOL] = [-0.08, -0.15];
/** … where all is about as bright: the bright tenth over the middle. */
const [UNEVEN, EVEN] = [1.9, 1.4];
/** By day a blue sky lies over what is bright enough. */
const [BY_DAY, DIM] = [150, 110];

/** 0–1: dusk, a sky, fog. Their light is what one sees, not what is wrong with the photo. */
function measureDusk({ warmth, p50, p90, m50 }: Tones): number {
  const cool = clampToUnit(((warmth ?? 0) - SOME_COOL) / (MOST_COOL - SOME_COOL));
  const even = clampToUnit((UNEVEN - p90 / Math.max(1, p50)) / (UNEVEN - EVEN));
  return cool * even * clampToUnit((BY_DAY - m50) / (BY_DAY - DIM));
}

/** Lumas of the bright tenth: below the first all is too dark, from the second on something had its light. */
const [ALL_DIM, SOMETHING_LIT] = [105, 145];
/** Levels that the middle is raised by at most, the more the dimmer all is: more would be milky, and another colour. */
const MOST_RAISED = { lit: 24, dim: 48 } as const;

function weighLit({ p90 }: Tones): number {
  return clampToUnit((p90 - ALL_DIM) / (SOMETHING_LIT - ALL_DIM));
}

function getMostMiddle(analysis: Tones): number {
  return analysis.m50 + MOST_RAISED.dim + (MOST_RAISED.lit - MOST_RAISED.dim) * weighLit(analysis);
}

interface Levels {
  readonly off: number;
  readonly gain: number;
}

/** Share of the darkest tone that is taken away: all of it would deepen every colour, and faded blacks may be how the thing looks. */
const VEIL = 0.6;
/** Above this the darkest tone is no black that the air has veiled. */
const MOST_VEIL = 40;

/**
 * Stretch for `strength` 0–100. Judged by max(R, G, B), not luma, so that red and blue paint is not "too dark"; by day white is
 * never darkened (gain ≥ 255 ÷ (255 − off)), and nothing is clipped that was not.
 */
function levelsFor(analysis: Tones, strength: number): Levels {
  const borne = (1 - measureDusk(analysis)) * getStretchShare(analysis.texture);
  const f = Math.min(1, (1.6 * strength) / 100) * borne;
  const night = isNight(analysis);
  const off =
    f * VEIL * Math.min(analysis.lo, MOST_VEIL) * (1 - measureMissingLight(analysis)) * (night ? 0.5 : 1);
  const range = analysis.hi - analysis.lo;
  const wanted = range >= 235 ? 1 : 1 + f * (Math.min(250 / Math.max(1, range), night ? 1.12 : 1.3) - 1);
  const unclipped = 253 / Math.max(1, analysis.hiMax - off);
  const milky = getMostMiddle(analysis) / Math.max(1, analysis.m50 - off);
  const gain = Math.max(night ? 1 : 255 / (255 - off), Math.min(wanted, unclipped, milky));
  return { off, gain };
}

/** Share of white that the middle of a dull photo is brought towards. */
const MIDDLE = 0.46;
/** Half of the recipe's strength does most of it. */
const PULL = 1.4;
const MOST_LIFT = 1;
/** Shares of black between which the lift fades out: what is mostly black is meant to be. */
const [SOME_DARK, MOST_DARK] = [0.22, 0.4];
/** Below this share of white the lift fades out: black stays black. */
const BLACKS = 0.06;

/** 0–0.6: how far the middle is from bright enough. Darkening what is lifted again would only make it harsh. */
function measureMissingLight({ m50 }: Tones): number {
  return Math.min(0.6, Math.max(0, 2 * (MIDDLE - m50 / 255)));
}

/** Times that the ground is brighter than the middle: from where on, and until where wholly, the middle is a black thing's. */
const [SOME_BLACK, ALL_BLACK] = [1.4, 2.2];

/** Lumas of the bright tenth: below the first the ground is not lit either, from the second on it is. */
const [UNLIT, LIT] = [125, 155];

/** Returns 0–1: how surely more than half of the photo is a black thing on a ground whose light is right. */
export function weighBlackThing({ m50, p90, ground }: Tones): number {
  if (ground === undefined || ground === null || m50 === 0) return 0;
  const isDarker = clampToUnit((ground / m50 - SOME_BLACK) / (ALL_BLACK - SOME_BLACK));
  return isDarker * clampToUnit((p90 - UNLIT) / (LIT - UNLIT));
}

/** Part of the lift that dark things get where others are lit: more would be milky. */
const LIFT_BESIDE_LIT = 0.15;

/** Returns 0–1: how surely the middle is dark because the things there are, for the bright tenth had its light. */
function weighDarkThings(analysis: Tones): number {
  const { m50, p90 } = analysis;
  return clampToUnit((p90 / Math.max(1, m50) - SOME_BLACK) / (ALL_BLACK - SOME_BLACK)) * weighLit(analysis);
}

/** The tone by which the photo is judged too dark. */
function judgedMiddle(analysis: Tones): number {
  const { m50, ground } = analysis;
  return m50 + ((ground ?? m50) - m50) * weighBlackThing(analysis);
}

/** Returns the lift of dark tones; 0 when the photo's middle is bright enough, or it is meant to be dark. */
function computeDarkLift(analysis: Tones, strength: number, { off, gain }: Levels): number {
  const { dark } = analysis;
  if (isNight(analysis) || dark >= MOST_DARK) return 0;
  const middle = ((judgedMiddle(analysis) - off) * gain) / 255;
  if (middle <= 0.01 || middle >= MIDDLE) return 0;
  const backlit = analysis.backlight?.strength ?? 0;
  const beside = 1 - (1 - LIFT_BESIDE_LIT) * weighDarkThings(analysis);
  const rest = (1 - measureDusk(analysis)) * (1 - backlit) * beside;
  const asked = (MIDDLE - middle) * Math.min(1, (PULL * strength) / 100) * rest;
  const wanted = Math.min(asked, Math.max(0, getMostMiddle(analysis) / 255 - middle));
  const daylight = Math.min(1, (MOST_DARK - dark) / (MOST_DARK - SOME_DARK));
  return daylight * Math.min(MOST_LIFT, wanted / (middle * (1 - middle) ** 2));
}

/** Levels that the middle may lose to a deeper black: more would be seen as a darker photo. */
const MOST_LOST = 2;

/** Returns the lift that gives the middle back what the deeper black took of it. */
function getHoldingLift(analysis: Tones, { off, gain }: Levels): number {
  const middle = ((analysis.m50 - off) * gain) / 255;
  const lost = (analysis.m50 - MOST_LOST) / 255 - middle;
  return isNight(analysis) || lost <= 0 || middle <= 0.01 ? 0 : lost / (middle * (1 - middle) ** 2);
}

/** Factors by max(R, G, B): all channels keep their proportions, so no tone changes its hue and no channel drowns in black. */
export interface ToneCurve {
  /** On brightness. */
  readonly tone: Float64Array;
  /** On each channel's distance from luma. */
  readonly colour: Float64Array;
}

/** Colour follows brightness by its root, and contrast by a quarter: fresher, never another colour. Null when nothing would change. */
export function toneFor(analysis: Tones, strength: number): ToneCurve | null {
  if (strength === 0) return null;
  const levels = levelsFor(analysis, strength);
  const lift = Math.min(
    MOST_LIFT,
    Math.max(computeDarkLift(analysis, strength, levels), getHoldingLift(analysis, levels)),
  );
  if (lift === 0 && levels.off === 0 && levels.gain === 1) return null;
  const tone = Float64Array.from({ length: 256 }, (_, v) => {
    const x = Math.min(1, Math.max(0, ((v - levels.off) * levels.gain) / 255));
    return (255 * x * (1 + lift * (1 - x) ** 2 * Math.min(1, x / BLACKS))) / Math.max(1, v);
  });
  const colour = tone.map((factor, v) =>
    Math.min(Math.sqrt(factor) * levels.gain ** 0.25, Math.max(factor, 253 / Math.max(1, v))),
  );
  return { tone, colour };
}

export function balanceCurves(gains: Rgb): Curves {
  const curve = (gain: number) => Uint8Array.from({ length: 256 }, (_, v) => Math.round(applyGain(v, gain)));
  return [curve(gains[0]), curve(gains[1]), curve(gains[2])];
}

/** The gain fades out towards 255: a blown-out highlight has no colour left to correct and would turn tinted. */
function applyGain(v: number, gain: number): number {
  return Math.min(255, v * (1 + (gain - 1) * Math.min(1, (255 - v) / 55)));
}
