/** Marks that could be characters: pieces darker than what surrounds them, of a character's proportions. */
import type { Size } from '#imaging/pixels/raw.ts';
import type { GreyLevel } from './grey.ts';

export interface GlyphCandidate {
  readonly left: number;
  readonly top: number;
  /** One past the last. */
  readonly right: number;
  readonly bottom: number;
  readonly area: number;
}

const TALLEST = 36;
const SHORTEST = 7;

/** By how much of the surroundings' brightness a mark differs: high contrast parts what dirt and softness join, low finds the faint. */
const DARKER = [0.12, 0.26, 0.42] as const;
const LIGHTER = [0.35, 0.9] as const;

/** Five limits for every brightness of the surroundings. */
const LIMITS = Int16Array.from({ length: 256 * 5 }, (_, n) => {
  const mean = Math.floor(n / 5);
  const dark = DARKER[n % 5];
  return dark === undefined ? mean * (1 + LIGHTER[(n % 5) - 3]) + 6 : mean * (1 - dark) - 3;
});

export interface Ink extends Size {
  /** 0: like its surroundings; 1 to 3: how much darker; 4 and 5: how much lighter. */
  readonly codes: Uint8Array;
  /** Runs of pixels that differ: the first of each, and one past its last. */
  readonly stretches: Int32Array;
}

/** Codes that count as ink: dark on light, and light on dark. */
export const SIEVES = [
  { least: 1, most: 3, light: false },
  { least: 2, most: 3, light: false },
  { least: 3, most: 3, light: false },
  { least: 4, most: 5, light: true },
  { least: 5, most: 5, light: true },
] as const;

/**
 * Side of the cells whose means stand for the surroundings, and how many of them beside and above: a plate is low, so what lies above
 * and below a small one is the car's.
 */
const CELL = 4;
const [BESIDE, ABOVE] = [3, 1];

export function classifyInk(grey: GreyLevel): Ink {
  const { data, width, height } = grey;
  const codes = new Uint8Array(data.length);
  const wide = Math.ceil(width / CELL);
  const means = averageSurroundings(grey, wide, Math.ceil(height / CELL));
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * wide;
    for (let cell = 0, x = 0; cell < wide; cell++) {
      const limit = means[row + cell] * 5;
      const dark = LIMITS[limit];
      const light = LIMITS[limit + 3];
      for (const end = Math.min(width, x + CELL); x < end; x++, at++) {
        const value = data[at];
        if (value < dark) codes[at] = value >= LIMITS[limit + 1] ? 1 : value >= LIMITS[limit + 2] ? 2 : 3;
        else if (value > light) codes[at] = value > LIMITS[limit + 4] ? 5 : 4;
      }
    }
  }
  return { codes, stretches: listInkStretches(codes, width), width, height };
}

function listInkStretches(codes: Uint8Array, width: number): Int32Array {
  const found = new Int32Array(codes.length + 2);
  let count = 0;
  for (let start = 0; start < codes.length; start += width) {
    const end = start + width;
    for (let at = start; at < end; at++) {
      if (codes[at] === 0) continue;
      found[count++] = at;
      while (at < end && codes[at] !== 0) at++;
      found[count++] = at;
    }
  }
  return found.subarray(0, count);
}

/** The mean brightness around every cell. */
function averageSurroundings({ data, width, height }: GreyLevel, wide: number, tall: number): Uint8Array {
  const across = wide + 1;
  const sums = new Float64Array(across * (tall + 1));
  const cellSums = new Uint32Array(wide);
  for (let row = 0; row < tall; row++) {
    cellSums.fill(0);
    for (let y = row * CELL; y < Math.min(height, (row + 1) * CELL); y++)
      for (let x = 0, at = y * width; x < width; x++, at++) cellSums[x >> 2] = cellSums[x >> 2] + data[at];
    for (let x = 0, sum = 0, to = (row + 1) * across + 1; x < wide; x++, to++) {
      sum += cellSums[x];
      sums[to] = sums[to - across] + sum;
    }
  }
  const means = new Uint8Array(wide * tall);
  for (let y = 0, to = 0; y < tall; y++) {
    const [top, bottom] = [Math.max(0, y - ABOVE), Math.min(tall, y + ABOVE + 1)];
    const high = Math.min(height, bottom * CELL) - top * CELL;
    for (let x = 0; x < wide; x++, to++) {
      const [left, right] = [Math.max(0, x - BESIDE), Math.min(wide, x + BESIDE + 1)];
      const sum =
        sums[bottom * across + right] -
        sums[top * across + right] -
        sums[bottom * across + left] +
        sums[top * across + left];
      means[to] = sum / (high * (Math.min(width, right * CELL) - left * CELL));
    }
  }
  return means;
}

/** Pieces of touching ink (also over corners) that have a character's proportions. */
export function glyphCandidates(
  { codes, stretches, width }: Ink,
  least: number,
  most: number,
): GlyphCandidate[] {
  const pieces = new Pieces();
  // Runs of the row above and of this one: start, end, piece.
  let above: number[] = [];
  let row: number[] = [];
  let y = -1;
  let over = 0;
  for (let n = 0; n < stretches.length; n += 2) {
    let at = stretches[n];
    const last = stretches[n + 1];
    const rowIndex = Math.floor(at / width);
    if (rowIndex !== y) {
      [above, row] = rowIndex === y + 1 ? [row, above] : [[], []];
      row.length = 0;
      over = 0;
      y = rowIndex;
    }
    while (at < last) {
      const code = codes[at];
      if (code < least || code > most) {
        at++;
        continue;
      }
      const start = at - y * width;
      for (at++; at < last; at++) {
        const next = codes[at];
        if (next < least || next > most) break;
      }
      const end = at - y * width;
      const piece = pieces.addRun(start, end, y);
      while (over < above.length && above[over + 1] < start) over += 3;
      for (let k = over; k < above.length && above[k] <= end; k += 3) pieces.joinRuns(piece, above[k + 2]);
      row.push(start, end, piece);
    }
  }
  return pieces.listCharacters();
}

function isCharacterLike(width: number, height: number, area: number): boolean {
  if (height < SHORTEST || height > TALLEST || width < 2 || width > height * 1.3) return false;
  return area >= 0.12 * width * height && width >= height * 0.09;
}

/** Runs that touch, united as they are met. */
class Pieces {
  #count = 0;
  /** Parent, left, top, right, bottom, area. */
  #fields = new Int32Array(6 * 4096);

  addRun(start: number, end: number, y: number): number {
    const id = this.#count++;
    if (6 * this.#count > this.#fields.length) {
      const larger = new Int32Array(2 * this.#fields.length);
      larger.set(this.#fields);
      this.#fields = larger;
    }
    const fields = this.#fields;
    const k = id * 6;
    fields[k] = id;
    fields[k + 1] = start;
    fields[k + 2] = y;
    fields[k + 3] = end;
    fields[k + 4] = y + 1;
    fields[k + 5] = end - start;
    return id;
  }

  joinRuns(a: number, b: number): void {
    const [one, other] = [this.#root(a), this.#root(b)];
    if (one === other) return;
    const fields = this.#fields;
    const k = Math.min(one, other) * 6;
    const d = Math.max(one, other) * 6;
    fields[d] = fields[k];
    fields[k + 1] = Math.min(fields[k + 1], fields[d + 1]);
    fields[k + 2] = Math.min(fields[k + 2], fields[d + 2]);
    fields[k + 3] = Math.max(fields[k + 3], fields[d + 3]);
    fields[k + 4] = Math.max(fields[k + 4], fields[d + 4]);
    fields[k + 5] = fields[k + 5] + fields[d + 5];
  }

  listCharacters(): GlyphCandidate[] {
    const marks: GlyphCandidate[] = [];
    const fields = this.#fields;
    for (let id = 0, k = 0; id < this.#count; id++, k += 6) {
      if (fields[k] !== id) continue;
      const [left, top, right, bottom] = [fields[k + 1], fields[k + 2], fields[k + 3], fields[k + 4]];
      const area = fields[k + 5];
      if (isCharacterLike(right - left, bottom - top, area)) marks.push({ left, top, right, bottom, area });
    }
    return marks;
  }

  #root(id: number): number {
    const fields = this.#fields;
    let at = id;
    while (fields[at * 6] !== at) {
      fields[at * 6] = fields[fields[at * 6] * 6];
      at = fields[at * 6];
    }
    return at;
  }
}
