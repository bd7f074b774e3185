/**
 * Licence plates suggested without a model: rows of character-like marks, judged by what a plate has around its number. A suggestion
 * is only that: the person confirms or moves it. Light characters on dark plates are not looked for; they are drawn by hand.
 */
import type { Quad } from '#domain/recipes/geometry.ts';
import { isPlate } from '#domain/recipes/plates.ts';
import type { Raw } from '#imaging/raw.ts';
import { coloursOf } from './colours.ts';
import { cornersOf } from './corners.ts';
import { type Grey, greyLevels } from './grey.ts';
import { findingsOf, isTexture } from './judge.ts';
import { DEPTHS, inked, marksIn, surroundings } from './marks.ts';
import { type Row, rowsOf } from './rows.ts';
import { scoreOf } from './score.ts';

/** A row in the picture's pixels. */
interface Place {
  readonly grey: Grey;
  readonly row: Row;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly height: number;
}

export interface Suggestion {
  readonly quad: Quad;
  readonly score: number;
}

/** More plates than that in one photo are a car park; the person adds them. */
const MOST = 6;
/** Beside a sure one, the dealer's name under it is not a second plate. */
const LEAST_OF_BEST = 0.33;

/** Best first; as shares of the picture's sides. */
export function findPlates(picture: Raw): Suggestion[] {
  const places = greyLevels(picture).flatMap(placesIn);
  const found = places.flatMap((place) => suggestionFor(picture, place, places));
  found.sort((a, b) => b.score - a.score);
  const kept: Suggestion[] = [];
  for (const one of found) {
    if (one.score < LEAST_OF_BEST * (kept[0]?.score ?? 0)) break;
    if (kept.length < MOST && !kept.some((other) => overlap(one.quad, other.quad))) kept.push(one);
  }
  return kept;
}

function placesIn(grey: Grey): Place[] {
  const mean = surroundings(grey);
  return DEPTHS.flatMap((depth) =>
    rowsOf(marksIn(inked(grey, mean, depth), grey.width, grey.height)).map((row) => placeOf(grey, row)),
  );
}

function placeOf(grey: Grey, row: Row): Place {
  const left = Math.min(...row.marks.map((mark) => mark.left)) * grey.scale;
  const right = Math.max(...row.marks.map((mark) => mark.right)) * grey.scale;
  const middle = row.at * grey.scale + (row.lean * (left + right)) / 2;
  return { grey, row, left, right, middle, height: row.height * grey.scale };
}

function suggestionFor(picture: Raw, place: Place, all: readonly Place[]): Suggestion[] {
  if (isTexture(place.row)) return [];
  const { strip, findings } = findingsOf(place.grey, place.row);
  if (findings.contrast < 20) return [];
  const colours = coloursOf(picture, strip);
  const score = scoreOf(findings, colours, linesNear(place, all));
  if (score <= 0) return [];
  const alone = cornersOf(strip, findings, colours.band);
  const quad = withinPicture(picture, withOtherLine(alone, place, all));
  return isPlate(quad) ? [{ quad, score }] : [];
}

/** Other lines of text above and below: a page or a shop window, where a plate stands alone. */
function linesNear(place: Place, all: readonly Place[]): number {
  const lines = new Set<number>();
  for (const other of all) {
    const shared = Math.min(other.right, place.right) - Math.max(other.left, place.left);
    if (shared < 0.4 * Math.min(other.right - other.left, place.right - place.left)) continue;
    const apart = (other.middle - place.middle) / place.height;
    const size = other.height / place.height;
    if (Math.abs(apart) > 0.8 && Math.abs(apart) < 5 && size > 0.4 && size < 2.5)
      lines.add(Math.round(apart / 0.9));
  }
  return lines.size;
}

/** A plate of two lines: the same characters again a line above or below make one suggestion over both. */
function withOtherLine(quad: Quad, place: Place, all: readonly Place[]): Quad {
  const { left, right, middle, height } = place;
  const other = all.find((row) => {
    const apart = Math.abs(row.middle - middle) / height;
    const shared = Math.min(row.right, right) - Math.max(row.left, left);
    const isStacked =
      apart > 1.1 && apart < 1.7 && shared > 0.6 * Math.min(row.right - row.left, right - left);
    const wide = Math.max(row.right, right) - Math.min(row.left, left);
    return isStacked && Math.abs(row.height / height - 1) < 0.2 && wide < 6 * height;
  });
  if (other === undefined) return quad;
  const [a, b, c, d] = quad;
  const before = Math.min(0, other.left - left);
  const after = Math.max(0, other.right - right);
  const step = other.middle - middle;
  // Where the first line's edge lies between the lines it says nothing of the plate: the characters do.
  const up = step < 0 ? Math.min(a.y, middle - 0.75 * height) + step : a.y;
  const down = step > 0 ? Math.max(d.y, middle + 0.75 * height) + step : d.y;
  return [
    { x: a.x + before, y: up },
    { x: b.x + after, y: b.y + up - a.y },
    { x: c.x + after, y: c.y + down - d.y },
    { x: d.x + before, y: down },
  ];
}

function withinPicture({ width, height }: Raw, quad: Quad): Quad {
  const share = (value: number, side: number) => Math.min(1, Math.max(0, value / side));
  return quad.map(({ x, y }) => ({ x: share(x, width), y: share(y, height) })) as unknown as Quad;
}

/** Two suggestions for the same place: their boxes share a third of the smaller one. */
function overlap(a: Quad, b: Quad): boolean {
  const [one, other] = [boxOf(a), boxOf(b)];
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const area = ({ left, right, top, bottom }: ReturnType<typeof boxOf>) => (right - left) * (bottom - top);
  return wide > 0 && tall > 0 && wide * tall > 0.33 * Math.min(area(one), area(other));
}

function boxOf(quad: Quad) {
  const xs = quad.map(({ x }) => x);
  const ys = quad.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
