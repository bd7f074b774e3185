/** Reads the marks of a row: a number of letters and digits, a word, or nothing at all. */

import { type RectifiedRow, TALL } from '#imaging/plates/rectified-row.ts';
import type { GlyphRow } from '#imaging/plates/rows.ts';
import {
  ROWS as CELL_ROWS,
  CLASSES,
  COLUMNS,
  computeClassShares,
  computeHidden,
  INPUTS,
  taughtNet,
} from './character-net.ts';
import { numberLikelihood, type Sign, textLikelihood } from './number-forms.ts';

/** Ink in the cells of every mark's own box, 0–1. */
export function sampleMarkCells(strip: RectifiedRow, { marks }: GlyphRow): Float32Array[] {
  const { data, width, ground, contrast } = strip;
  return marks.map((mark) => {
    const { x: middle, y: level, wide, tall } = strip.box(mark);
    const [from, up] = [middle - wide / 2, level - tall / 2];
    const input = new Float32Array(INPUTS);
    for (let y = 0, n = 0; y < CELL_ROWS; y++) {
      const py = Math.max(0, Math.min(TALL - 1, Math.floor(up + ((y + 0.5) * tall) / CELL_ROWS)));
      for (let x = 0; x < COLUMNS; x++, n++) {
        const px = Math.max(0, Math.min(width - 1, Math.floor(from + ((x + 0.5) * wide) / COLUMNS)));
        const depth = (ground[px] - data[py * width + px]) / contrast;
        input[n] = Math.max(0, Math.min(1, depth));
      }
    }
    input[INPUTS - 1] = Math.min(1.5, wide / tall);
    return input;
  });
}

export interface Reading {
  /** Counts of digits, capitals and non-characters, by the marks' shares of certainty. */
  readonly digits: number;
  readonly letters: number;
  readonly small: number;
  readonly none: number;
  /** Log likelihood ratios of a plate's number over a word, and over words and figures. */
  readonly overWord: number;
  readonly overText: number;
}

/** Frequency in a hundred letters; the mean of English and Romanian. */
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

/** For each class, its frequency as a letter of a word. */
const IN_WORDS = CLASSES.map((c) => {
  if (isLetter(c)) return 0.0075 * OFTEN[c] + 0.002;
  return isDigit(c) ? 0.003 : c === 'small' ? 0.15 : 0.05;
});

/** For each mark: it reads as a letter or a digit. */
export function findReadableMarks(strip: RectifiedRow, row: GlyphRow): boolean[] {
  const net = taughtNet();
  return sampleMarkCells(strip, row).map((input) => {
    const shares = computeClassShares(net, computeHidden(net, input));
    return CLASSES.reduce((sum, c, n) => sum + (isDigit(c) || isLetter(c) ? shares[n] : 0), 0) > READABLE;
  });
}
const READABLE = 0.5;

export function readCharacters(strip: RectifiedRow, row: GlyphRow): Reading {
  const net = taughtNet();
  let [digits, letters, small, none, word] = [0, 0, 0, 0, 0];
  const signs: Sign[] = [];
  for (const input of sampleMarkCells(strip, row)) {
    const shares = computeClassShares(net, computeHidden(net, input));
    let [asWord, digit, letter, odd] = [0, 0, 0, 0];
    CLASSES.forEach((c, n) => {
      const share = shares[n];
      if (isDigit(c)) digit += share;
      else if (isLetter(c)) letter += share;
      else if (c === 'small') small += share;
      else none += share;
      if (c === 'none') odd += share;
      asWord += share * IN_WORDS[n];
    });
    digits += digit;
    letters += letter;
    word += Math.log(asWord);
    signs.push({ digit, letter, none: odd, inWord: asWord - 0.003 * digit });
  }
  const number = numberLikelihood(signs);
  return { digits, letters, small, none, overWord: number - word, overText: number - textLikelihood(signs) };
}
