/**
 * Opens what stands against the light: all of the shade by as many stops, the sky by none. A guided filter (He et al. 2010) over luma held
 * between the two, led by itself, tells which of them a pixel belongs to. Within shade and sky there is nothing to see, so texture keeps
 * its contrast; between them it follows every edge, so that neither has a halo. It is worked out on a small picture and held to each
 * pixel's own luma, so it looks the same at every size.
 */
import type { Backlight } from '#domain/photos/analysis.ts';
import { computeLuma } from '#domain/photos/quality.ts';
import { boxMeans } from '#imaging/pixels/box-means.ts';
import { readLumas } from '#imaging/pixels/luma.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';

/** Long side of the small picture, and reach around each of its pixels. */
const SMALL = 256;
const REACH = 12;
/** Variance (luma²) below which surroundings are even. */
const EVEN = 4 ** 2;
/** Samples of a small pixel across. */
const SAMPLES_ACROSS = 4;

/** Factor on the shade's middle: what counts as shade goes a little beyond it. */
const SHADE = 1.2;
/** Luma that the middle of the shade is brought to, and the most that it is lifted by. */
const TARGET = 112;
const MOST = 3;
/** Half of the recipe's strength does most of it, as elsewhere. */
const PULL = 1.4;
/** Least share of their difference that tones between shade and sky keep. */
const LEAST_SLOPE = 0.4;
/** Luma below which the lift fades out: black stays black. */
const BLACKS = 14;
/** Share of a pixel's difference from its surroundings that counts as its own light: a lamp in the shade is not lifted into white. */
const OWN = 0.5;
/** Power of the lift by which colours grow: shade has a colour cast and grain of its own. */
const COLOUR = 0.8;
/** Channels this close to 255 are lifted less and less. */
const HEADROOM = 72;

/** Returns 0–1: how much of the lift a recipe's levels (0–100) ask for. */
export function getLiftAmount(backlight: Backlight | null | undefined, levels: number): number {
  return backlight ? backlight.strength * Math.min(1, (PULL * levels) / 100) : 0;
}

/** Works in place. */
export function openShade(raw: Raw, backlight: Backlight, amount: number): void {
  const ends = { shade: Math.min(SHADE * backlight.shade, 0.9 * backlight.sky), sky: backlight.sky };
  const gains = makeGains(ends, getGain(backlight, ends) ** amount);
  const held = Float32Array.from({ length: 256 }, (_, v) => Math.min(ends.sky, Math.max(ends.shade, v)));
  const base = fitBase(raw, held);
  const lumas = new Uint8Array(raw.width);
  const [slopes, rests] = [new Float32Array(base.width), new Float32Array(base.width)];
  for (let y = 0; y < raw.height; y++) {
    readLumas(raw, y, lumas);
    const part = ((y + 0.5) / raw.height) * base.height - 0.5;
    blendRows(base.slope, base, { part, row: slopes });
    blendRows(base.rest, base, { part, row: rests });
    openRow(raw, y, { lumas, held, slopes, rests, gains });
  }
}

/** Lumas of the shade's end and the sky's beginning: between them a tone belongs to neither. */
type Ends = Pick<Backlight, 'shade' | 'sky'>;

/** Returns the gain of the shade, wholly opened: what is between shade and sky must stay in between. */
function getGain(backlight: Backlight, { shade, sky }: Ends): number {
  const most = (sky - LEAST_SLOPE * (sky - shade)) / shade;
  return Math.max(1, Math.min(MOST, most, TARGET / Math.max(1, backlight.shade)));
}

/** Factors by the luma of the surroundings. */
interface Gains {
  readonly tone: Float32Array;
  readonly colour: Float32Array;
}

/** Puts tones between shade and sky on a straight line: what was brighter stays brighter. */
function makeGains({ shade, sky }: Ends, gain: number): Gains {
  const slope = (sky - gain * shade) / (sky - shade);
  const tone = Float32Array.from({ length: 256 }, (_, v) => {
    if (v <= shade) return gain;
    return v >= sky ? 1 : (gain * shade + (v - shade) * slope) / v;
  });
  return { tone, colour: tone.map((factor) => factor ** COLOUR) };
}

interface Base extends Size {
  readonly slope: Float32Array;
  readonly rest: Float32Array;
}

/** Fits the filter's line at each small pixel: surroundings = slope × held luma + rest. */
function fitBase(raw: Raw, held: Float32Array): Base {
  const scale = Math.min(1, SMALL / Math.max(raw.width, raw.height));
  const size = {
    width: Math.max(1, Math.round(raw.width * scale)),
    height: Math.max(1, Math.round(raw.height * scale)),
  };
  const plane = readSmallLumas(raw, size).map((value) => held[Math.round(value)]);
  const mean = (of: Float32Array) => boxMeans(of, size, REACH);
  const means = mean(plane);
  const squares = mean(plane.map((value) => value * value));
  const slope = means.map((value, i) => {
    const variance = Math.max(0, squares[i] - value * value);
    return variance / (variance + EVEN);
  });
  const rest = means.map((value, i) => value * (1 - slope[i]));
  return { ...size, slope: mean(slope), rest: mean(rest) };
}

function readSmallLumas({ data, width, height, channels }: Raw, small: Size): Float32Array {
  const plane = new Float32Array(small.width * small.height);
  const start = (n: number, count: number, side: number) => Math.floor((n * side) / count);
  for (let v = 0, i = 0; v < small.height; v++) {
    const [top, bottom] = [start(v, small.height, height), start(v + 1, small.height, height)];
    const down = Math.max(1, Math.floor((bottom - top) / SAMPLES_ACROSS));
    for (let u = 0; u < small.width; u++, i++) {
      const [left, right] = [start(u, small.width, width), start(u + 1, small.width, width)];
      const across = Math.max(1, Math.floor((right - left) / SAMPLES_ACROSS));
      let [sum, count] = [0, 0];
      for (let y = top; y < bottom; y += down)
        for (let x = left; x < right; x += across, count++) {
          const at = (y * width + x) * channels;
          sum += computeLuma(data[at], data[at + 1], data[at + 2]);
        }
      plane[i] = sum / Math.max(1, count);
    }
  }
  return plane;
}

/** Returns the row at `part`, between two of the plane's. */
function blendRows(
  plane: Float32Array,
  { width, height }: Size,
  { part, row }: { part: number; row: Float32Array },
): void {
  const at = Math.min(height - 1, Math.max(0, part));
  const upper = Math.floor(at);
  const [above, below] = [upper * width, Math.min(height - 1, upper + 1) * width];
  for (let x = 0; x < width; x++)
    row[x] = plane[above + x] + (plane[below + x] - plane[above + x]) * (at - upper);
}

interface Row {
  readonly lumas: Uint8Array;
  readonly held: Float32Array;
  readonly slopes: Float32Array;
  readonly rests: Float32Array;
  readonly gains: Gains;
}

/** Opens a row. The hue stays: each channel goes with luma and, a little less, with its distance from it. */
function openRow(
  { data, width, channels }: Raw,
  y: number,
  { lumas, held, slopes, rests, gains }: Row,
): void {
  const { tone, colour } = gains;
  const last = slopes.length - 1;
  const step = slopes.length / width;
  for (let x = 0, at = y * width * channels; x < width; x++, at += channels) {
    const place = Math.min(last, Math.max(0, (x + 0.5) * step - 0.5));
    const left = Math.floor(place);
    const right = left < last ? left + 1 : last;
    const share = place - left;
    const own = lumas[x];
    const slope = slopes[left] + (slopes[right] - slopes[left]) * share;
    const around = slope * held[own] + rests[left] + (rests[right] - rests[left]) * share;
    const v = Math.round(own > around ? around + OWN * (own - around) : around);
    if (tone[v] === 1) continue;
    const r = data[at];
    const g = data[at + 1];
    const b = data[at + 2];
    const max = r > g ? (r > b ? r : b) : g > b ? g : b;
    const fade = Math.min(1, (255 - max) / HEADROOM, own / BLACKS);
    const factor = Math.min(1 + (tone[v] - 1) * fade, 255 / (max || 1));
    const coloured = Math.min(1 + (colour[v] - 1) * fade, factor);
    const grey = own * (factor - coloured) + 0.5;
    data[at] = r * coloured + grey;
    data[at + 1] = g * coloured + grey;
    data[at + 2] = b * coloured + grey;
  }
}
