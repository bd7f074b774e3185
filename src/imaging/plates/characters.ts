/** What the marks of a row read as: a number of letters and digits, a word, or nothing at all. */
import {
  ROWS as CELL_ROWS,
  CLASSES,
  COLUMNS,
  hiddenOf,
  INPUTS,
  sharesOf,
  taughtNet,
} from './character-net.ts';
import type { Row } from './rows.ts';
import { CAP, type Strip, TALL, TEXT } from './strip.ts';

/** Ink in the cells of every mark's own box, 0–1. */
export function cellsOf(strip: Strip, { marks, height, at, lean }: Row): Float32Array[] {
  const { data, width, ground, contrast } = strip;
  const first = Math.min(...marks.map(({ left }) => left));
  const step = height / TEXT;
  return marks.map(({ left, right, top, bottom }) => {
    const from = strip.left + (left - first) / step;
    const wide = (right - left) / step;
    const tall = (bottom - top) / step;
    const up = CAP + TEXT / 2 + ((top + bottom) / 2 - at - (lean * (left + right)) / 2) / step - tall / 2;
    const input = new Float32Array(INPUTS);
    for (let y = 0, n = 0; y < CELL_ROWS; y++) {
      const py = Math.max(0, Math.min(TALL - 1, Math.floor(up + ((y + 0.5) * tall) / CELL_ROWS)));
      for (let x = 0; x < COLUMNS; x++, n++) {
        const px = Math.max(0, Math.min(width - 1, Math.floor(from + ((x + 0.5) * wide) / COLUMNS)));
        const depth = ((ground[px] as number) - (data[py * width + px] as number)) / contrast;
        input[n] = Math.max(0, Math.min(1, depth));
      }
    }
    input[INPUTS - 1] = Math.min(1.5, wide / tall);
    return input;
  });
}

export interface Reading {
  /** How many marks are digits, capitals, and no characters, by their shares of certainty. */
  readonly digits: number;
  readonly letters: number;
  readonly small: number;
  readonly none: number;
  /** How much likelier a plate's number is than a word: a logarithm. */
  readonly overWord: number;
}

/** How often of a hundred letters; English and Romanian evened out. */
const OFTEN: Readonly<Record<string, number>> = {
  A: 10,
  B: 1.5,
  C: 4.5,
  D: 3.5,
  E: 11.5,
  F: 1.8,
  G: 1.6,
  H: 2.5,
  I: 9,
  J: 0.3,
  K: 1,
  L: 5,
  M: 3,
  N: 6.7,
  O: 6,
  P: 3,
  Q: 0.1,
  R: 7,
  S: 5,
  T: 7,
  U: 4.5,
  V: 1.2,
  W: 0.9,
  X: 0.4,
  Y: 1,
  Z: 0.8,
};
const isDigit = (c: string) => c >= '0' && c <= '9';
const isLetter = (c: string) => c.length === 1 && !isDigit(c);

/** Of each class: in a plate's number, in a word. */
const EXPECTED = CLASSES.map((c) => {
  const letter = (OFTEN[c] ?? 0) / 100;
  if (isDigit(c)) return [0.052, 0.003];
  if (isLetter(c)) return [0.46 / 26, 0.75 * letter + 0.002];
  return c === 'small' ? [0.005, 0.15] : [0.02, 0.05];
});

export function readingOf(strip: Strip, row: Row): Reading {
  const net = taughtNet();
  let [digits, letters, small, none, overWord] = [0, 0, 0, 0, 0];
  for (const input of cellsOf(strip, row)) {
    const shares = sharesOf(net, hiddenOf(net, input));
    let [plate, word] = [0, 0];
    CLASSES.forEach((c, n) => {
      const share = shares[n] as number;
      if (isDigit(c)) digits += share;
      else if (isLetter(c)) letters += share;
      else if (c === 'small') small += share;
      else none += share;
      const [a, b] = EXPECTED[n] as [number, number];
      plate += share * a;
      word += share * b;
    });
    overWord += Math.log(plate / word);
  }
  return { digits, letters, small, none, overWord };
}
