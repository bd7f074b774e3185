/** Rows of marks: characters of a plate have one height, stand on one line and follow one another closely. */
import type { GlyphCandidate } from './glyph-candidates.ts';

export interface GlyphRow {
  readonly marks: readonly GlyphCandidate[];
  /** The line through the middles: y = at + lean · x. */
  readonly at: number;
  readonly lean: number;
  readonly height: number;
}

const FEWEST = 3;
const MOST = 14;
/** About 22 degrees. */
const STEEPEST = 0.4;

export function findGlyphRows(all: readonly GlyphCandidate[]): GlyphRow[] {
  const marks = [...all].sort((a, b) => a.left - b.left);
  const followers = marks.map((mark, i) => listFollowers(marks, mark, i));
  const seen = new Set<number>();
  const rows: GlyphRow[] = [];
  for (let i = 0; i < marks.length; i++) {
    for (const j of followers[i]) {
      if (seen.has(i * marks.length + j)) continue;
      const chain = chainFrom(marks, followers, { first: i, second: j });
      for (let n = 1; n < chain.length; n++) seen.add(chain[n - 1] * marks.length + chain[n]);
      if (chain.length >= FEWEST && chain.length <= MOST) rows.push(rowThrough(chain.map((n) => marks[n])));
    }
  }
  return rows;
}

const middleX = ({ left, right }: GlyphCandidate) => (left + right) / 2;
const middleY = ({ top, bottom }: GlyphCandidate) => (top + bottom) / 2;
const getMarkHeight = ({ top, bottom }: GlyphCandidate) => bottom - top;

/** Marks to the right that could be the next character, nearest first. */
function listFollowers(marks: readonly GlyphCandidate[], mark: GlyphCandidate, from: number): number[] {
  const height = getMarkHeight(mark);
  const found: number[] = [];
  for (let n = from + 1; n < marks.length && found.length < 4; n++) {
    const next = marks[n];
    if (next.left > mark.right + 1.3 * height) break;
    const dx = middleX(next) - middleX(mark);
    const dy = Math.abs(middleY(next) - middleY(mark));
    const ratio = getMarkHeight(next) / height;
    if (next.left < mark.right - 0.15 * height || dx < 0.25 * height || ratio < 0.78 || ratio > 1.28)
      continue;
    if (dy <= STEEPEST * dx + 0.06 * height) found.push(n);
  }
  return found;
}

function chainFrom(
  marks: readonly GlyphCandidate[],
  followers: readonly number[][],
  { first, second }: { first: number; second: number },
): number[] {
  const chain = [first, second];
  let height = (getMarkHeight(marks[first]) + getMarkHeight(marks[second])) / 2;
  for (;;) {
    const last = chain.at(-1) as number;
    const next = followers[last].find((n) =>
      isNextInChain(
        chain.map((i) => marks[i]),
        marks[n],
        height,
      ),
    );
    if (next === undefined || chain.length > MOST) return chain;
    chain.push(next);
    height += (getMarkHeight(marks[next]) - height) / chain.length;
  }
}

function isNextInChain(chain: readonly GlyphCandidate[], next: GlyphCandidate, height: number): boolean {
  const ratio = getMarkHeight(next) / height;
  if (ratio < 0.82 || ratio > 1.22) return false;
  if (chain.length === 2) {
    const [a, b] = chain as [GlyphCandidate, GlyphCandidate];
    const lean = (middleY(b) - middleY(a)) / (middleX(b) - middleX(a));
    const predicted = middleY(b) + lean * (middleX(next) - middleX(b));
    return Math.abs(middleY(next) - predicted) < 0.2 * height;
  }
  const { at, lean } = rowThrough(chain);
  return Math.abs(middleY(next) - at - lean * middleX(next)) < 0.15 * height;
}

/** The straight line that fits best. */
function rowThrough(marks: readonly GlyphCandidate[]): GlyphRow {
  const n = marks.length;
  const mx = marks.reduce((sum, mark) => sum + middleX(mark), 0) / n;
  const my = marks.reduce((sum, mark) => sum + middleY(mark), 0) / n;
  let xx = 0;
  let xy = 0;
  for (const mark of marks) {
    xx += (middleX(mark) - mx) ** 2;
    xy += (middleX(mark) - mx) * (middleY(mark) - my);
  }
  const lean = xx === 0 ? 0 : xy / xx;
  const heights = marks.map(getMarkHeight).sort((a, b) => a - b);
  return { marks, at: my - lean * mx, lean, height: heights[n >> 1] };
}
