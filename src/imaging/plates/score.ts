/**
 * How sure it is that a row of marks is a plate's number. Weights were fitted to drawn photographs with and without plates, half of them laid
 * on real ones, and rounded; above 0 counts, a threshold that keeps pictures of writing below one suggestion in twenty.
 */
import type { Reading } from './characters.ts';
import type { Findings } from './judge.ts';
import { BASE, CAP, TEXT } from './strip.ts';

const BIAS = -5.6;

export interface Clues extends Findings, Reading {
  /** How colourful the ground is, 0–1. */
  readonly tint: number;
  readonly band: boolean;
  /** Light characters on a dark plate. */
  readonly light: boolean;
  readonly linesNear: number;
  /** The number stands on two lines. */
  readonly stacked: boolean;
}

export function scoreOf(clues: Clues): number {
  return (
    BIAS +
    shapes(clues) +
    surface(clues) +
    frame(clues) +
    reading(clues) +
    readWithoutEdges(clues) -
    0.37 * Math.min(clues.linesNear, 4)
  );
}

/** Characters' shapes, each different. */
function shapes({ marks, length, ink, fill, solid, bars, sameness }: Clues): number {
  return -(
    0.2 * over(marks, 9) +
    0.12 * over(length, 7.5) +
    2.3 * over(Math.abs(ink - 0.4), 0.1) +
    0.2 * Math.abs(fill - 0.5) +
    2.1 * solid +
    0.8 * over(bars, 0.2) +
    5 * over(sameness, 0.7)
  );
}

/** Ink on a plain white or yellow ground, or light characters on any; a blue field before characters that can be read. */
function surface({ depth, tint, band, light, marks, digits, letters }: Clues): number {
  return (
    2.8 * Math.min(depth, 0.7) -
    (light ? 0 : 3 * over(tint, 0.15)) +
    (band ? 2 + (2 * (digits + letters)) / marks : 0)
  );
}

/** The plate ends right around the characters: a quarter of their height above and below. */
function frame({ top, bottom, right }: Clues): number {
  return (
    8 * Math.min(top.step, bottom.step, 0.5) +
    2.2 * Math.min(right.step, 0.6) -
    7 * over((CAP - top.at) / TEXT, 0.35) -
    7 * over((bottom.at - BASE) / TEXT, 0.4)
  );
}

/** Letters and digits together, and not the letters of words. */
function reading({ marks, digits, letters, small, none, overWord }: Clues): number {
  return (
    0.15 * Math.min(digits, 3) +
    Math.min(digits / 2, 1) * Math.min(letters / 1.2, 1) +
    0.2 * Math.max(-6, Math.min(8, overWord)) -
    (0.6 * small + 0.4 * none) / marks -
    // Hardly a plate is without a digit, or without a letter.
    2.5 * share(1 - digits) * share((3 * letters) / marks - 2) -
    0.8 * share(1 - letters / 0.6) * share((3 * digits) / marks - 2)
  );
}

/** A number read without doubt makes up for edges that do not show: a white plate on a white car. */
function readWithoutEdges(clues: Clues): number {
  const { marks, digits, letters, clear, length, stacked, overWord, linesNear, top, bottom } = clues;
  if (linesNear > 1 || (length < 3.2 && !stacked)) return 0;
  const isNumber =
    Math.min(digits / 2, 1) *
    Math.min(letters / 1.2, 1) *
    share(12 * ((digits + letters) / marks) - 11) *
    share((marks - 4) / 2) *
    share(5 * (clear - 0.7)) *
    share(overWord / 3);
  return 1.4 * isNumber * share(1 - Math.min(top.step, bottom.step) / 0.3);
}

function share(value: number): number {
  return Math.max(0, Math.min(1, value));
}

function over(value: number, limit: number): number {
  return Math.max(0, value - limit);
}
