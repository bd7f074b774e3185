/** A row of marks cut out of the picture and laid straight: characters 24 pixels tall, darker than their ground. */
import type { Point } from '#domain/recipes/geometry.ts';
import type { Grey } from './grey.ts';
import type { Row } from './rows.ts';

export const TEXT = 24;
export const TALL = 3 * TEXT;
/** First row of the characters, and one past their last. */
export const CAP = TEXT;
export const BASE = 2 * TEXT;
const ROOM = Math.round(2.4 * TEXT);

export interface Strip {
  /** Rows of `width` values, `TALL` of them; low is ink. */
  readonly data: Float32Array;
  readonly width: number;
  /** Columns of the characters. */
  readonly left: number;
  readonly right: number;
  /** Brightness of the ground less that of the ink. */
  readonly contrast: number;
  /** Brightness of the ground in the picture, or of the ink where the characters are light. */
  readonly bright: number;
  /** Of every column. */
  readonly ground: Float32Array;
  /** From a place on the strip to the picture's pixels. */
  place(x: number, y: number): Point;
}

/** `light`: the characters are; the strip is the negative then. */
export function stripOf(grey: Grey, row: Row, light: boolean): Strip {
  const first = Math.min(...row.marks.map(({ left }) => left));
  const last = Math.max(...row.marks.map(({ right }) => right));
  const step = row.height / TEXT;
  const width = Math.round((last - first) / step) + 2 * ROOM;
  const xAt = (x: number) => first + (x - ROOM) * step;
  const yAt = (x: number, y: number) => row.at + row.lean * xAt(x) + (y - TALL / 2) * step;
  const data = new Float32Array(width * TALL);
  for (let y = 0, to = 0; y < TALL; y++) {
    for (let x = 0; x < width; x++) {
      const value = sample(grey, xAt(x + 0.5) - 0.5, yAt(x + 0.5, y + 0.5) - 0.5);
      data[to++] = light ? 255 - value : value;
    }
  }
  const left = ROOM;
  const right = width - ROOM;
  const ground = groundOf(data, width);
  return {
    data,
    width,
    left,
    right,
    ground,
    ...contrastOf(data, width, left, right, light),
    place: (x, y) => ({ x: xAt(x) * grey.scale, y: yAt(x, y) * grey.scale }),
  };
}

function sample({ data, width, height }: Grey, x: number, y: number): number {
  const cx = Math.min(width - 1.001, Math.max(0, x));
  const cy = Math.min(height - 1.001, Math.max(0, y));
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const fx = cx - x0;
  const at = y0 * width + x0;
  const upper = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx;
  const lower = (data[at + width] as number) * (1 - fx) + (data[at + width + 1] as number) * fx;
  return upper + (lower - upper) * (cy - y0);
}

/** The brightest tenth of the rows around the characters, over about one character's width. */
function groundOf(data: Float32Array, width: number): Float32Array {
  const bright = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    // The fourth brightest of the column.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let y = CAP - 3; y < BASE + 3; y++) {
      const value = data[y * width + x] as number;
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
    for (let n = Math.max(0, x - 9); n <= Math.min(width - 1, x + 9); n++)
      most = Math.max(most, bright[n] as number);
    ground[x] = most;
  }
  return ground;
}

function contrastOf(data: Float32Array, width: number, left: number, right: number, light: boolean) {
  const counts = new Uint32Array(256);
  for (let y = CAP; y < BASE; y++)
    for (let x = left; x < right; x++) {
      const value = Math.round(data[y * width + x] as number);
      counts[value] = (counts[value] as number) + 1;
    }
  const rank = (share: number) => {
    let rest = share * (BASE - CAP) * (right - left);
    for (let value = 0; value < 256; value++) {
      rest -= counts[value] as number;
      if (rest < 0) return value;
    }
    return 255;
  };
  const [ground, ink] = [rank(0.85), rank(0.1)];
  return { contrast: Math.max(1, ground - ink), bright: light ? 255 - ink : ground };
}
