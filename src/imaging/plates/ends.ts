/** Characters beside a row that are none of its marks: the first one touches the blue field, a screw or a shadow, for example. */
import { BASE, CAP, type RectifiedRow, TALL, TEXT } from './rectified-row.ts';

/** In heights of a character: the gap before it, and how wide it is; some touch. */
const GAP = 0.75;
const [NARROWEST, WIDEST] = [0.1, 2.3];
const MOST = 2;
/** Share of a column's pixels that makes it ink; and of a character's columns that may have ink above and below (a rim's all have). */
const LEAST_INK = 0.15;
const BEYOND = 0.3;
const [SLIM, BROAD, FULL] = [0.35, 0.9, 0.8];
/** Rows beyond the line that a character's blur does not reach. */
const MARGIN = [3, 6] as const;

/** Columns of the strip between which the number stands. */
export function findNumberEnds(strip: RectifiedRow): { readonly left: number; readonly right: number } {
  return { left: extendEnd(strip, strip.left, -1), right: extendEnd(strip, strip.right - 1, 1) + 1 };
}

function extendEnd(strip: RectifiedRow, from: number, step: -1 | 1): number {
  let end = from;
  for (let n = 0; n < MOST; n++) {
    const next = nextCharacter(strip, end, { from, step });
    if (next === null) break;
    end = next;
  }
  return end;
}

/** The far column of the character beside `end`; null: there is none. */
function nextCharacter(
  strip: RectifiedRow,
  end: number,
  { from, step }: { from: number; step: -1 | 1 },
): number | null {
  const ink = inkIn(strip, strip.ground[from]);
  let start = end + step;
  // Passes over the rest of the row's own last character, then the gap.
  while (isInside(strip, start) && Math.abs(start - end) <= 2 && ink(start, CAP, BASE) >= LEAST_INK)
    start += step;
  while (isInside(strip, start) && Math.abs(start - end) < GAP * TEXT && ink(start, CAP, BASE) < LEAST_INK)
    start += step;
  let far = start;
  let beyond = 0;
  const third = Math.round(TEXT / 3);
  let [upper, lower, area] = [0, 0, 0];
  while (isInside(strip, far) && ink(far, CAP, BASE) >= LEAST_INK) {
    if (Math.abs(far - start) > WIDEST * TEXT) return null;
    const above = ink(far, CAP - MARGIN[1], CAP - MARGIN[0]);
    const below = ink(far, BASE + MARGIN[0], BASE + MARGIN[1]);
    if (above > 0.5 && below > 0.5) beyond += 1;
    area += ink(far, CAP, BASE);
    upper = Math.max(upper, ink(far, CAP, CAP + third));
    lower = Math.max(lower, ink(far, BASE - third, BASE));
    far += step;
  }
  const wide = Math.abs(far - start);
  if (!isInside(strip, far) || wide < NARROWEST * TEXT || beyond > BEYOND * wide) return null;
  // Full of ink, and neither an I nor more than one thing: a piece of what the plate stands on.
  if (wide > SLIM * TEXT && wide < BROAD * TEXT && area > FULL * wide) return null;
  return upper > 0.5 && lower > 0.5 ? far - step : null;
}

const isInside = ({ width }: RectifiedRow, x: number) => x >= 0 && x < width;

/** Returns the share of a column between two rows that is ink, on a ground of this brightness. */
function inkIn({ data, width, contrast }: RectifiedRow, ground: number) {
  return (x: number, first: number, last: number) => {
    let ink = 0;
    for (let y = Math.max(0, first); y < Math.min(TALL, last); y++)
      if (ground - data[y * width + x] > 0.5 * contrast) ink += 1;
    return ink / (last - first);
  };
}
