/**
 * Scores how surely a row of marks is a plate's number. Weights were fitted to drawn photographs with and without plates, half of them laid
 * on real ones, and rounded; above 0 counts, a threshold that keeps pictures of writing below one suggestion in twenty.
 */
import { clampToUnit } from '#imaging/pixels/unit.ts';
import type { Reading } from './characters/characters.ts';
import type { PlateFeatures } from './plate-features.ts';
import { BASE, CAP, TEXT } from './rectified-row.ts';

const BIAS = -4.4;

export interface Clues extends PlateFeatures, Reading {
  /** Colourfulness of the ground, 0–1. */
  readonly tint: number;
  readonly band: boolean;
  /** Light characters on a dark plate. */
  readonly light: boolean;
  readonly linesNear: number;
  /** The number stands on two lines. */
  readonly stacked: boolean;
}

/** Returns the score; above 0 the row counts as a plate's number. */
export function scorePlate(clues: Clues): number {
  return (
    BIAS +
    scoreShapes(clues) +
    scoreSurface(clues) +
    scoreSurroundings(clues) +
    scoreReading(clues) -
    0.63 * Math.min(clues.linesNear, 4) -
    0.8 * Math.min(clues.dots, 2)
  );
}

/** Scores the characters' shapes, each different and all as tall; three alone are mostly a part of something else. */
function scoreShapes({ marks, stacked, unevenness, length, ink, bars, sameness }: Clues): number {
  return -(
    (marks < 4 && !stacked ? 1.2 : 0) +
    0.41 * getExcessOver(marks, 9) +
    8 * getExcessOver(unevenness, 0.05) +
    0.43 * getExcessOver(length, 7.5) +
    3.2 * getExcessOver(Math.abs(ink - 0.4), 0.1) +
    2.6 * getExcessOver(bars, 0.2) +
    2.1 * getExcessOver(sameness, 0.7)
  );
}

/** Scores ink on a plain white or yellow ground, or light characters on any; a blue field before characters that can be read. */
function scoreSurface(clues: Clues): number {
  const { depth, tint, band, light, marks, digits, letters } = clues;
  // A blue field is as tall as its plate, which ends above and below it; a round mark before a word stands in the open.
  const isField = clampToUnit((getEdgeClearness(clues) - OPEN) / OPEN);
  return (
    2.4 * Math.min(depth, 0.7) -
    (light ? 0 : 3.8 * getExcessOver(tint, 0.15)) +
    (band ? isField * (3.1 + (1.4 * (digits + letters)) / marks) : 0)
  );
}

const OPEN = 0.03;

/**
 * Scores the surroundings. The plate ends right around the characters, a quarter of their height above and below. The end may be farther
 * off around letters and digits that can be read, as on plates of other continents. Writing often stands on a ground that shows no end at
 * all.
 */
function scoreSurroundings(clues: Clues): number {
  const { top, bottom, right, digits, letters, overText } = clues;
  const seen = getEdgeClearness(clues);
  const isNumber = clampToUnit(digits / 2) * clampToUnit(letters / 1.2) * clampToUnit(1 + overText / 2);
  const near = 8 * (1 - 0.3 * isNumber);
  return (
    8.4 * Math.min(seen, 0.5) -
    0.2 * clampToUnit((0.12 - seen) / 0.1) +
    1.9 * Math.min(right.step, 0.6) -
    near * getExcessOver((CAP - top.at) / TEXT, 0.35) -
    near * getExcessOver((bottom.at - BASE) / TEXT, 0.4)
  );
}

/** Returns how clear the plate's edges above and below are. */
function getEdgeClearness({ top, bottom }: Clues): number {
  return Math.min(top.step, bottom.step);
}

const NAME_WEIGHT = 2.6;

/** Returns 1 where the edges lie as near to the characters as a plate's do, and are as far apart; 0 where they lie as on no plate. */
function plateShape({ top, bottom, left, right }: Clues): number {
  const [above, below] = [(CAP - top.at) / TEXT, (bottom.at - BASE) / TEXT];
  const wide = (right.at - left.at) / Math.max(1, bottom.at - top.at);
  const long =
    clampToUnit((0.42 - Math.max(above, below)) / 0.1) *
    clampToUnit((wide - 1.8) / 1.2) *
    clampToUnit(6 - wide);
  // America's plates have a line of small text over the number.
  const tall =
    clampToUnit((above - 0.4) / 0.1) *
    clampToUnit((0.8 - above) / 0.05) *
    clampToUnit((below - 0.25) / 0.1) *
    clampToUnit((above - below - 0.03) / 0.06) *
    clampToUnit((wide - 1.5) / 0.3) *
    clampToUnit((2.5 - wide) / 0.2);
  return Math.max(long, TALL_SHARE * tall);
}
const TALL_SHARE = 1.4;

/** Scores letters and digits together, as in numbers of plates and not as in words and figures. */
function scoreReading(clues: Clues): number {
  const { marks, digits, letters, small, none, overWord, overText, right, light } = clues;
  // Names are on plates too, if clearly on plates.
  const isPlate = clampToUnit((getEdgeClearness(clues) - 0.3) / 0.3) * clampToUnit((right.step - 0.3) / 0.3);
  const isName = light ? 0 : isPlate * plateShape(clues) * clampToUnit(1.3 - digits);
  return (
    0.23 * Math.min(digits, 3) +
    0.93 * Math.min(digits / 2, 1) * Math.min(letters / 1.2, 1) +
    NAME_WEIGHT * isName +
    0.09 * Math.max(-6, Math.min(8, overWord)) +
    0.33 * Math.max(-8, Math.min(3, overText)) -
    (0.44 * small) / marks -
    4 * getExcessOver(none / marks, 0.6) -
    // Hardly any plate is without a digit, or without a letter.
    1.9 * (1 - isPlate) * clampToUnit(1 - digits) * clampToUnit((3 * letters) / marks - 2) -
    0.7 * clampToUnit(1 - letters / 0.6) * clampToUnit((3 * digits) / marks - 2)
  );
}

function getExcessOver(value: number, limit: number): number {
  return Math.max(0, value - limit);
}
