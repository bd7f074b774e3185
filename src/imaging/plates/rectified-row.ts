/** A row of marks cut out of the picture and laid straight: characters 24 pixels tall, darker than their ground. */
import type { Point } from '#domain/recipes/geometry.ts';
import type { GlyphCandidate } from './glyph-candidates.ts';
import type { GreyLevel } from './grey.ts';
import type { GlyphRow } from './rows.ts';
import { measureSlant } from './slant.ts';

export const TEXT = 24;
export const TALL = 3 * TEXT;
/** First row of the characters, and one past their last. */
export const CAP = TEXT;
export const BASE = 2 * TEXT;
const ROOM = Math.round(2.4 * TEXT);

export interface RectifiedRow {
  /** Rows of `width` values, `TALL` of them; low is ink. */
  readonly data: Float32Array;
  readonly width: number;
  /** Columns of the characters. */
  readonly left: number;
  readonly right: number;
  /** Lean of the characters to the right below, in heights. */
  readonly slant: number;
  /** Returns a mark's box on the strip, less what leaning adds to it. */
  box(mark: GlyphCandidate): Box;
  /** Brightness of the ground less that of the ink. */
  readonly contrast: number;
  /** Brightness of the ground in the picture, or of the ink where the characters are light. */
  readonly bright: number;
  /** Brightness of the ground in every column. */
  readonly ground: Float32Array;
  /** From a place on the strip to the picture's pixels. */
  pointAt(x: number, y: number): Point;
}

/** Middle, and sides. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
}

/** `light`: the characters are; the strip is the negative then. */
export function rectifyRow(grey: GreyLevel, row: GlyphRow, light: boolean): RectifiedRow {
  const slant = measureSlant(grey, row);
  const upright = row.marks.map((mark) => uprightSides(mark, row.lean, slant));
  const first = Math.min(...row.marks.map((mark, n) => getMiddleX(mark) - upright[n].wide / 2));
  const last = Math.max(...row.marks.map((mark, n) => getMiddleX(mark) + upright[n].wide / 2));
  const talls = upright.map(({ tall }) => tall).sort((a, b) => a - b);
  const step = talls[talls.length >> 1] / TEXT;
  const width = Math.round((last - first) / step) + 2 * ROOM;
  const baseAt = (x: number) => first + (x - ROOM) * step;
  const pointAt = (x: number, y: number): Point => {
    const off = (y - TALL / 2) * step;
    return { x: baseAt(x) + slant * off, y: row.at + row.lean * baseAt(x) + off };
  };
  const data = new Float32Array(width * TALL);
  for (let y = 0, to = 0; y < TALL; y++) {
    const off = (y + 0.5 - TALL / 2) * step;
    for (let x = 0; x < width; x++) {
      const base = baseAt(x + 0.5);
      const value = sampleBilinear(grey, base + slant * off - 0.5, row.at + row.lean * base + off - 0.5);
      data[to++] = light ? 255 - value : value;
    }
  }
  const left = ROOM;
  const right = width - ROOM;
  const ground = estimateRowGround(data, width);
  return {
    data,
    width,
    left,
    right,
    ground,
    slant,
    ...measureContrast(data, { width, left, right }, light),
    pointAt: (x, y) => {
      const at = pointAt(x, y);
      return { x: at.x * grey.scale, y: at.y * grey.scale };
    },
    box: (mark) => {
      const { wide, tall } = uprightSides(mark, row.lean, slant);
      const off = (mark.top + mark.bottom) / 2 - row.at - row.lean * getMiddleX(mark);
      return {
        x: ROOM + (getMiddleX(mark) - slant * off - first) / step,
        y: TALL / 2 + off / step,
        wide: wide / step,
        tall: tall / step,
      };
    },
  };
}

interface Sides {
  readonly wide: number;
  readonly tall: number;
}

const getMiddleX = ({ left, right }: GlyphCandidate) => (left + right) / 2;
/** Share of what leaning adds to a box that is full to its corners; most characters are not. */
const FULL = 0.75;

function uprightSides({ left, right, top, bottom }: GlyphCandidate, lean: number, slant: number): Sides {
  const [wide, tall] = [right - left, bottom - top];
  const narrow = Math.max(0.3 * wide, wide - FULL * Math.abs(slant) * tall);
  return { wide: narrow, tall: Math.max(0.7 * tall, tall - FULL * Math.abs(lean) * narrow) };
}

function sampleBilinear({ data, width, height }: GreyLevel, x: number, y: number): number {
  const cx = Math.min(width - 1.001, Math.max(0, x));
  const cy = Math.min(height - 1.001, Math.max(0, y));
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const fx = cx - x0;
  const at = y0 * width + x0;
  const upper = data[at] * (1 - fx) + data[at + 1] * fx;
  const lower = data[at + width] * (1 - fx) + data[at + width + 1] * fx;
  return upper + (lower - upper) * (cy - y0);
}

/** The brightest tenth of the rows around the characters, over about one character's width. */
function estimateRowGround(data: Float32Array, width: number): Float32Array {
  const bright = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    // The fourth brightest of the column.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let y = CAP - 3; y < BASE + 3; y++) {
      const value = data[y * width + x];
      if (value <= d) continue;
      if (value > a) [a, b, c, d] = [value, a, b, c];
      else if (value > b) [b, c, d] = [value, b, c];
      else if (value > c) [c, d] = [value, c];
      else d = value;
    }
    bright[x] = d;
  }
  const ground = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    let most = 0;
    for (let n = Math.max(0, x - 9); n <= Math.min(width - 1, x + 9); n++) most = Math.max(most, bright[n]);
    ground[x] = most;
  }
  return ground;
}

function measureContrast(
  data: Float32Array,
  { width, left, right }: { width: number; left: number; right: number },
  light: boolean,
) {
  const counts = new Uint32Array(256);
  for (let y = CAP; y < BASE; y++)
    for (let x = left; x < right; x++) {
      const value = Math.round(data[y * width + x]);
      counts[value] = counts[value] + 1;
    }
  const rank = (share: number) => {
    let rest = share * (BASE - CAP) * (right - left);
    for (let value = 0; value < 256; value++) {
      rest -= counts[value];
      if (rest < 0) return value;
    }
    return 255;
  };
  const [ground, ink] = [rank(0.85), rank(0.1)];
  return { contrast: Math.max(1, ground - ink), bright: light ? 255 - ink : ground };
}
