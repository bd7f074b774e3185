/**
 * How sure it is that a row of marks is a plate's number. Weights were fitted to drawn photographs and real ones without plates, then
 * rounded and evened out by hand so that no single clue decides; above 0 counts.
 */
import type { Colours } from './colours.ts';
import type { Findings } from './judge.ts';
import { BASE, CAP, TEXT } from './strip.ts';

/** Chosen on the real photographs: none of them had a wrong suggestion above it. */
const BIAS = -4.5;

export function scoreOf(found: Findings, colours: Colours, linesNear: number): number {
  return BIAS + characters(found) + surface(found, colours) + frame(found) - 0.35 * Math.min(linesNear, 4);
}

/** Enough marks, of characters' shapes, each different. */
function characters({ marks, length, ink, fill, solid, bars, sameness }: Findings): number {
  return (
    0.5 * (Math.min(marks, 6) - 3) -
    over(marks, 9) -
    1.2 * over(3.6, length) -
    0.6 * over(length, 7.5) -
    10 * over(Math.abs(ink - 0.4), 0.1) -
    4 * Math.abs(fill - 0.5) -
    3 * solid -
    5 * over(bars, 0.2) -
    7 * over(sameness, 0.7)
  );
}

/** Dark ink on a plain white or yellow ground. */
function surface({ contrast, clear }: Findings, { tint, ink, band }: Colours): number {
  return (
    2.5 * Math.min(contrast / 100, 1) +
    2 * (clear - 0.8) -
    9 * over(tint, 0.15) -
    2.5 * over(ink, 0.3) +
    (band ? 2.2 : 0)
  );
}

/** The plate ends right around the characters: a quarter of their height above and below. */
function frame({ top, bottom, left, right }: Findings): number {
  const above = (CAP - top.at) / TEXT;
  const below = (bottom.at - BASE) / TEXT;
  return (
    7.5 * Math.min(top.step, bottom.step, 0.5) +
    3.2 * Math.min(right.step, 0.6) +
    Math.min(left.step, 0.6) -
    4 * over(above, 0.35) -
    2.5 * over(below, 0.4) -
    2 * Math.abs(above - below)
  );
}

function over(value: number, limit: number): number {
  return Math.max(0, value - limit);
}
