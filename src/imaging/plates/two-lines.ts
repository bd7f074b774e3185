/** Plates of two lines: as many characters of the same height again, a line above or below. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import type { GlyphCandidate } from './glyph-candidates.ts';
import type { GlyphRow } from './rows.ts';
import type { Clues } from './score.ts';

const FEWEST = 2;
/** From middle to middle, in heights. */
const [NEAREST, FARTHEST] = [1.08, 1.75];
/** A plate of two lines is no wider than that, in heights of a character. */
const WIDEST = 6;

/** Null: there is none, or one on both sides, as in a text. */
export function findOtherRow({
  row,
  around,
}: {
  readonly row: GlyphRow;
  readonly around: readonly GlyphCandidate[];
}): GlyphRow | null {
  const { marks, height, at, lean } = row;
  const left = Math.min(...marks.map((mark) => mark.left));
  const right = Math.max(...marks.map((mark) => mark.right));
  if (right - left > WIDEST * height) return null;
  const sides: [GlyphCandidate[], GlyphCandidate[]] = [[], []];
  for (const mark of around) {
    if (mark.right < left - 1.3 * height || mark.left > right + 1.3 * height) continue;
    const ratio = (mark.bottom - mark.top) / height;
    if (ratio < 0.8 || ratio > 1.25) continue;
    const apart = ((mark.top + mark.bottom) / 2 - at - (lean * (mark.left + mark.right)) / 2) / height;
    if (Math.abs(apart) > NEAREST && Math.abs(apart) < FARTHEST) sides[apart < 0 ? 0 : 1].push(mark);
  }
  const [above, below] = sides;
  const found = above.length > below.length ? above : below;
  if (found.length < FEWEST || Math.min(above.length, below.length) >= FEWEST) return null;
  const wide =
    Math.max(right, ...found.map((mark) => mark.right)) - Math.min(left, ...found.map((mark) => mark.left));
  const middle =
    found.reduce((sum, { left: l, right: r, top, bottom }) => sum + (top + bottom - lean * (l + r)) / 2, 0) /
    found.length;
  return wide > WIDEST * height ? null : { marks: found, at: middle, lean, height };
}

type LineClues = Omit<Clues, 'linesNear' | 'stacked'>;
interface Line {
  readonly corners: Quad;
  readonly clues: LineClues;
}

/** The number is both; the plate's edges are above the upper and below the lower. */
export function bothClues(one: Line, other: Line): LineClues {
  const [upper, lower] =
    one.corners[0].y < other.corners[0].y ? [one.clues, other.clues] : [other.clues, one.clues];
  const [a, b] = [one.clues, other.clues];
  return {
    ...a,
    marks: a.marks + b.marks,
    length: Math.max(a.length, b.length),
    top: upper.top,
    bottom: lower.bottom,
    left: a.length > b.length ? a.left : b.left,
    right: a.length > b.length ? a.right : b.right,
    band: a.band || b.band,
    digits: a.digits + b.digits,
    letters: a.letters + b.letters,
    small: a.small + b.small,
    none: a.none + b.none,
    overWord: a.overWord + b.overWord,
    overText: a.overText + b.overText,
    dots: a.dots + b.dots,
  };
}

/** As wide as the wider line, from the upper's top to the lower's bottom. */
export function aroundBoth(one: Quad, other: Quad): Quad {
  const [upper, lower] = one[0].y < other[0].y ? [one, other] : [other, one];
  const left = Math.min(upper[0].x, lower[3].x);
  const right = Math.max(upper[1].x, lower[2].x);
  const on = (from: Point, to: Point, x: number): Point => ({
    x,
    y: from.y + ((to.y - from.y) * (x - from.x)) / Math.max(1, to.x - from.x),
  });
  return [
    on(upper[0], upper[1], left),
    on(upper[0], upper[1], right),
    on(lower[3], lower[2], right),
    on(lower[3], lower[2], left),
  ];
}
