/**
 * A plate's number from end to end: characters that no row of marks has, the other line of two, and what stands on the same line but was
 * found apart, as a shadow, a hyphen or a seal parts a row.
 */
import type { Point } from '#domain/recipes/geometry.ts';
import { findReadableMarks } from '#imaging/plates/characters/characters.ts';
import { findNumberEnds } from '#imaging/plates/ends.ts';
import type { GlyphCandidate } from '#imaging/plates/glyph-candidates.ts';
import { BASE, CAP, type RectifiedRow, rectifyRow, TEXT } from '#imaging/plates/rectified-row.ts';
import type { GlyphRow } from '#imaging/plates/rows.ts';
import type { TextRow } from '#imaging/plates/text-rows.ts';
import type { PlateNumber } from './field.ts';

export interface Part {
  readonly first: TextRow;
  /** The other line of a plate of two. */
  readonly second: GlyphRow | null;
  readonly score: number;
}

/** A part may be much less sure than the whole. */
const LEAST = -3;
const LEAST_PART_SCORE = 3.5;
const BLOCK = 0.65;
/** In heights of a character: the gap between two parts, how far off the line, how much a part adds at least, and the longest number. */
const GAP = 1.2;
const OFF = 0.3;
const ADDS = 0.4;
const LONGEST = 8;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function wholeNumber(
  { first: { grey, row, light }, second }: Part,
  parts: readonly Part[],
): PlateNumber {
  const strip = rectifyRow(grey, row, light);
  const back = ontoStrip(strip);
  const box: Box = { ...findNumberEnds(strip), top: CAP, bottom: BASE };
  for (const mark of second?.marks ?? []) {
    const { left, right, top, bottom } = mapMarkBox(mark, grey.scale, back);
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.top = Math.min(box.top, top);
    box.bottom = Math.max(box.bottom, bottom);
  }
  const sure = parts.filter(({ score }) => score > LEAST).sort((one, other) => other.score - one.score);
  for (const part of sure) widenBoxByPart(box, part, back);
  const ground = (from: number) => {
    const values = [...strip.ground.subarray(from, from + TEXT)].sort((a, b) => a - b);
    return values[values.length >> 1];
  };
  const { contrast, pointAt } = strip;
  return {
    ...box,
    ground: [ground(strip.left + 4), ground(strip.right - TEXT - 4)],
    contrast,
    light,
    pointAt,
  };
}

/** From the picture's pixels to the strip's. */
function ontoStrip({ pointAt }: RectifiedRow): (at: Point) => Point {
  const [o, e, s] = [pointAt(0, 0), pointAt(1, 0), pointAt(0, 1)];
  const [ex, ey, sx, sy] = [e.x - o.x, e.y - o.y, s.x - o.x, s.y - o.y];
  const det = ex * sy - ey * sx;
  return ({ x, y }) => ({
    x: ((x - o.x) * sy - (y - o.y) * sx) / det,
    y: ((y - o.y) * ex - (x - o.x) * ey) / det,
  });
}

function mapMarkBox(
  { left, right, top, bottom }: GlyphCandidate,
  scale: number,
  back: (at: Point) => Point,
): Box {
  const middle = (top + bottom) / 2;
  const [from, to] = [
    back({ x: left * scale, y: middle * scale }),
    back({ x: right * scale, y: middle * scale }),
  ];
  const [over, under] = [top, bottom].map(
    (y) => back({ x: ((left + right) / 2) * scale, y: y * scale }).y,
  ) as [number, number];
  return { left: from.x, right: to.x, top: over, bottom: under };
}

const computeFillShare = ({ left, right, top, bottom, area }: GlyphCandidate) =>
  area / ((right - left) * (bottom - top));

/** Widens the box by a part's characters that stand on its line. */
function widenBoxByPart(
  box: Box,
  { first: { grey, row, light }, score }: Part,
  back: (at: Point) => Point,
): void {
  const marks = row.marks.map((mark) => mapMarkBox(mark, grey.scale, back));
  const isBeyond = ({ left, right }: Box) => left < box.left - ADDS * TEXT || right > box.right + ADDS * TEXT;
  if (!marks.some(isBeyond)) return;
  const isOnLine = ({ top, bottom }: Box) =>
    Math.abs((top + bottom) / 2 - (CAP + BASE) / 2) < OFF * TEXT &&
    (bottom - top) / TEXT > 0.75 &&
    (bottom - top) / TEXT < 1.33;
  if (!marks.every(isOnLine)) return;
  const reads = findReadableMarks(rectifyRow(grey, row, light), row);
  // Smeared characters cannot be read; in a part that is a number by itself they count, unless they are blocks of ink.
  const counts = (n: number) =>
    reads[n] || (score >= LEAST_PART_SCORE && computeFillShare(row.marks[n]) < BLOCK);
  for (let n = marks.length - 1; n >= 0; n--) if (!counts(n)) marks.splice(n, 1);
  if (marks.length === 0) return;
  const left = Math.min(...marks.map((mark) => mark.left));
  const right = Math.max(...marks.map((mark) => mark.right));
  if (left > box.right + GAP * TEXT || right < box.left - GAP * TEXT) return;
  if (Math.max(right, box.right) - Math.min(left, box.left) > LONGEST * TEXT) return;
  if (left < box.left - ADDS * TEXT) box.left = left;
  if (right > box.right + ADDS * TEXT) box.right = right;
}
