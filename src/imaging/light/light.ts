/** Light and colour on the pixels, in place: balance, tone and local contrast; noise and saturation where they are asked. */
import type { Tones } from '#domain/photos/analysis.ts';
import type { Light } from '#domain/recipes/recipe.ts';
import { readLumas } from '#imaging/pixels/luma.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { denoise } from './denoise.ts';
import { balanceCurves, type Curves, isNight, type ToneCurve, toneFor, weighBlackThing } from './levels.ts';
import { type TileGains, tileGains } from './local-contrast.ts';
import { getLiftAmount, openShade } from './open-shade.ts';

/** At night local contrast mostly lifts noise, and of a black thing its black. */
const NIGHT_CONTRAST = 0.4;
const BLACK_CONTRAST = 0.4;
/** Channels this close to 255 are brightened less and less, and none beyond 255, so that no colour clips. */
const HEADROOM = 72;

/** Factors in fixed point: whole-number loops are twice as fast here. */
const BITS = 14;
const ONE = 1 << BITS;
const HALF = ONE >> 1;
const byMax = (value: (max: number) => number) =>
  Int32Array.from({ length: 256 }, (_, max) => value(max) * ONE);
const FADE = byMax((max) => Math.min(1, (255 - max) / HEADROOM));
const MOST = byMax((max) => 255 / Math.max(1, max));

/** The gains this photo gets: none, its own careful estimate, or the batch's when one balance for all was asked. */
export function balanceFor(light: Light, analysis: Tones, batchBalance: Rgb | null): Rgb | null {
  if (light.whiteBalance === 'off') return null;
  return light.sameForLot ? batchBalance : analysis.balance;
}

/** `detail`: 0–1 of the contrast that a large photo would get. */
export function applyLight(
  raw: Raw,
  light: Light,
  { analysis, balance, detail = 1 }: { analysis: Tones; balance: Rgb | null; detail?: number },
): void {
  if (light.noise === 'light') denoise(raw);
  const tone = toneFor(analysis, light.levels);
  const contrast = (light.localContrast / 100) * detail * contrastFor(analysis);
  if (balance !== null) applyCurves(raw, balanceCurves(balance));
  const opened = getLiftAmount(analysis.backlight, light.levels);
  if (analysis.backlight && opened > 0) openShade(raw, analysis.backlight, opened);
  if (tone !== null) applyTone(raw, tone);
  if (contrast > 0) addContrast(raw, contrast);
  if (light.saturation !== 0) scaleSaturation(raw, 1 + light.saturation / 100);
}

function contrastFor(analysis: Tones): number {
  return isNight(analysis) ? NIGHT_CONTRAST : 1 - (1 - BLACK_CONTRAST) * weighBlackThing(analysis);
}

function addContrast(raw: Raw, strength: number): void {
  const tiles = tileGains(raw, strength);
  const spans = computeTileSpans(raw.width, tiles);
  const row = new Int32Array(tiles.columns * 256);
  const tones = new Uint8Array(raw.width);
  let [above, here, below] = [0, 1, 2].map(() => new Uint8Array(raw.width)) as [Lumas, Lumas, Lumas];
  readLumas(raw, 0, here);
  above.set(here);
  for (let y = 0; y < raw.height; y++) {
    // Read before its row is changed: the neighbours must see the untouched luma.
    if (y + 1 < raw.height) readLumas(raw, y + 1, below);
    else below.set(here);
    calmTones(tones, { above, here, below });
    // The tables of two neighbouring rows look alike.
    if (y % 2 === 0) blendRow(tiles, (y + 1) / raw.height, row);
    contrastRow(raw, y, { tones, spans, gains: row });
    [above, here, below] = [here, below, above];
  }
}

type Lumas = Uint8Array<ArrayBuffer>;

/** Luma this near to its surroundings' is grain or the finest texture, which contrast would only coarsen. */
const GRAIN = 6;
const BEYOND_GRAIN = Int16Array.from({ length: 511 }, (_, i) => {
  const off = i - 255;
  return Math.sign(off) * Math.max(0, Math.abs(off) - GRAIN);
});

/** Tones without grain: the mean around each pixel, plus the part of its difference from it that is too large to be grain. */
function calmTones(tones: Lumas, { above, here, below }: { above: Lumas; here: Lumas; below: Lumas }): void {
  const last = tones.length - 1;
  const column = (x: number) => above[x] + 2 * here[x] + below[x];
  let middle = column(0);
  let left = middle;
  for (let x = 0; x <= last; x++) {
    const right = x < last ? column(x + 1) : middle;
    const mean = (left + 2 * middle + right + 8) >> 4;
    tones[x] = mean + BEYOND_GRAIN[here[x] - mean + 255];
    left = middle;
    middle = right;
  }
}

function applyTone(raw: Raw, { tone, colour }: ToneCurve): void {
  const { channels } = raw;
  const data = toClampedView(raw);
  const factors = Int32Array.from(colour, (factor) => Math.round(ONE * factor));
  const greys = Int32Array.from(tone, (factor, v) => Math.round(ONE * (factor - colour[v])));
  for (let at = 0; at < data.length; at += channels) {
    const r = data[at];
    const g = data[at + 1];
    const b = data[at + 2];
    const max = r > g ? (r > b ? r : b) : g > b ? g : b;
    const factor = factors[max];
    const more = ((77 * r + 150 * g + 29 * b) >> 8) * greys[max] + HALF;
    data[at] = (r * factor + more) >> BITS;
    data[at + 1] = (g * factor + more) >> BITS;
    data[at + 2] = (b * factor + more) >> BITS;
  }
}

/** The same bytes; what is written below 0 or above 255 stays there. */
function toClampedView({ data }: Raw): Uint8ClampedArray {
  return new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
}

interface Spans {
  /** Per column: where the left and right tile's tables start, and the weight of the right one in 256ths. */
  readonly left: Uint16Array;
  readonly right: Uint16Array;
  readonly weight: Uint16Array;
}

function computeTileSpans(width: number, { columns }: TileGains): Spans {
  const spans = {
    left: new Uint16Array(width),
    right: new Uint16Array(width),
    weight: new Uint16Array(width),
  };
  for (let x = 0; x < width; x++) {
    const at = Math.min(columns - 1, Math.max(0, ((x + 0.5) / width) * columns - 0.5));
    spans.left[x] = Math.floor(at) * 256;
    spans.right[x] = Math.min(columns - 1, Math.floor(at) + 1) * 256;
    spans.weight[x] = Math.round(256 * (at - Math.floor(at)));
  }
  return spans;
}

/** The tables of one picture row in fixed point: two rows of tiles blended by the row's distance to their middles. */
function blendRow({ columns, rows, gains }: TileGains, part: number, row: Int32Array): void {
  const at = Math.min(rows - 1, Math.max(0, part * rows - 0.5));
  const upper = Math.floor(at);
  const weight = at - upper;
  const size = columns * 256;
  const above = upper * size;
  const below = Math.min(rows - 1, upper + 1) * size;
  for (let i = 0; i < size; i++) {
    const gain = gains[above + i];
    row[i] = (gain + (gains[below + i] - gain) * weight) * ONE;
  }
}

/** Tile gains on one row; the same factor on all three channels keeps the hue. */
function contrastRow(
  { data, width, channels }: Raw,
  y: number,
  { tones, spans, gains }: { tones: Lumas; spans: Spans; gains: Int32Array },
): void {
  const { left, right, weight } = spans;
  let at = y * width * channels;
  for (let x = 0; x < width; x++, at += channels) {
    const r = data[at];
    const g = data[at + 1];
    const b = data[at + 2];
    const v = tones[x];
    const here = gains[left[x] + v];
    let ratio = here + (((gains[right[x] + v] - here) * weight[x]) >> 8);
    if (ratio > ONE) {
      const max = r > g ? (r > b ? r : b) : g > b ? g : b;
      const faded = ONE + (((ratio - ONE) * FADE[max]) >> BITS);
      const most = MOST[max];
      ratio = faded < most ? faded : most;
    }
    data[at] = (r * ratio + HALF) >> BITS;
    data[at + 1] = (g * ratio + HALF) >> BITS;
    data[at + 2] = (b * ratio + HALF) >> BITS;
  }
}

function applyCurves({ data, channels }: Raw, [red, green, blue]: Curves): void {
  for (let at = 0; at < data.length; at += channels) {
    data[at] = red[data[at]];
    data[at + 1] = green[data[at + 1]];
    data[at + 2] = blue[data[at + 2]];
  }
}

/** Moves every colour away from or towards its own luma; `factor` 1 changes nothing. */
function scaleSaturation({ data, channels }: Raw, factor: number): void {
  for (let at = 0; at < data.length; at += channels) {
    const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
    const v = (77 * r + 150 * g + 29 * b) / 256;
    data[at] = roundToByte(v + (r - v) * factor);
    data[at + 1] = roundToByte(v + (g - v) * factor);
    data[at + 2] = roundToByte(v + (b - v) * factor);
  }
}

function roundToByte(x: number): number {
  return x <= 0 ? 0 : x >= 255 ? 255 : (x + 0.5) | 0;
}
