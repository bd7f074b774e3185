/** Marks that could be characters: pieces darker than what surrounds them, of a character's proportions. */
import type { Grey } from './grey.ts';

export interface Mark {
  readonly left: number;
  readonly top: number;
  /** One past the last. */
  readonly right: number;
  readonly bottom: number;
  readonly area: number;
}

/** Half the side of the surroundings: about the height of the tallest character. */
const REACH = 18;
export const TALLEST = 36;
const SHORTEST = 7;

/** By how much of the surroundings' brightness a mark differs: high contrast parts what dirt and softness join, low finds the faint. */
export const DEPTHS = [0.12, 0.26, 0.42] as const;

/** The mean brightness around every pixel. */
export function surroundings({ data, width, height }: Grey): Uint8Array {
  const mean = new Uint8Array(width * height);
  const columns = new Uint32Array(width);
  let rows = 0;
  const addRow = (y: number, sign: 1 | -1) => {
    rows += sign;
    for (let x = 0, at = y * width; x < width; x++, at++)
      columns[x] = (columns[x] as number) + sign * (data[at] as number);
  };
  for (let y = 0; y < Math.min(REACH, height); y++) addRow(y, 1);
  for (let y = 0, at = 0; y < height; y++) {
    if (y + REACH < height) addRow(y + REACH, 1);
    if (y - REACH - 1 >= 0) addRow(y - REACH - 1, -1);
    let sum = 0;
    let count = Math.min(REACH, width);
    for (let x = 0; x < count; x++) sum += columns[x] as number;
    for (let x = 0; x < width; x++, at++) {
      if (x + REACH < width) {
        sum += columns[x + REACH] as number;
        count += 1;
      }
      if (x - REACH - 1 >= 0) {
        sum -= columns[x - REACH - 1] as number;
        count -= 1;
      }
      mean[at] = sum / (count * rows);
    }
  }
  return mean;
}

/** 1 where a pixel is darker than its surroundings by a share `depth` of them. */
export function inked({ data }: Grey, mean: Uint8Array, depth: number): Uint8Array {
  const limits = Uint8Array.from({ length: 256 }, (_, m) => Math.max(0, m * (1 - depth) - 3));
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) {
    ink[at] = (data[at] as number) < (limits[mean[at] as number] as number) ? 1 : 0;
  }
  return ink;
}

/** Pieces of touching ink (also over corners) that have a character's proportions. */
export function marksIn(ink: Uint8Array, width: number, height: number): Mark[] {
  const pieces = new Pieces();
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    const row: number[] = [];
    let over = 0;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (ink[at] === 0) continue;
      const start = x;
      while (x < width && ink[at] === 1) {
        x++;
        at++;
      }
      const piece = pieces.open(start, x, y);
      while (over < above.length && (above[over + 1] as number) < start) over += 3;
      for (let n = over; n < above.length && (above[n] as number) <= x; n += 3)
        pieces.join(piece, above[n + 2] as number);
      row.push(start, x, piece);
    }
    above = row;
  }
  return pieces.closed().filter(isCharacterLike);
}

function isCharacterLike({ left, top, right, bottom, area }: Mark): boolean {
  const width = right - left;
  const height = bottom - top;
  if (height < SHORTEST || height > TALLEST || width < 2 || width > height * 1.3) return false;
  return area >= 0.12 * width * height && width >= height * 0.09;
}

/** Runs that touch, united as they are met. */
class Pieces {
  readonly #parent: number[] = [];
  readonly #boxes: number[] = [];

  open(start: number, end: number, y: number): number {
    const id = this.#parent.length;
    this.#parent.push(id);
    this.#boxes.push(start, y, end, y + 1, end - start);
    return id;
  }

  join(a: number, b: number): void {
    const [one, other] = [this.#root(a), this.#root(b)];
    if (one === other) return;
    const keep = Math.min(one, other);
    const drop = Math.max(one, other);
    this.#parent[drop] = keep;
    const boxes = this.#boxes;
    const k = keep * 5;
    const d = drop * 5;
    boxes[k] = Math.min(boxes[k] as number, boxes[d] as number);
    boxes[k + 1] = Math.min(boxes[k + 1] as number, boxes[d + 1] as number);
    boxes[k + 2] = Math.max(boxes[k + 2] as number, boxes[d + 2] as number);
    boxes[k + 3] = Math.max(boxes[k + 3] as number, boxes[d + 3] as number);
    boxes[k + 4] = (boxes[k + 4] as number) + (boxes[d + 4] as number);
  }

  closed(): Mark[] {
    const marks: Mark[] = [];
    for (let id = 0; id < this.#parent.length; id++) {
      if (this.#parent[id] !== id) continue;
      const [left, top, right, bottom, area] = this.#boxes.slice(id * 5, id * 5 + 5) as [
        number,
        number,
        number,
        number,
        number,
      ];
      marks.push({ left, top, right, bottom, area });
    }
    return marks;
  }

  #root(id: number): number {
    let at = id;
    while (this.#parent[at] !== at) {
      this.#parent[at] = this.#parent[this.#parent[at] as number] as number;
      at = this.#parent[at] as number;
    }
    return at;
  }
}
