/** Measures how much a row of marks looks like the number of a licence plate. */
import type { GreyLevel } from './grey.ts';
import { BASE, CAP, type RectifiedRow, rectifyRow, TALL, TEXT } from './rectified-row.ts';
import type { GlyphRow } from './rows.ts';

export interface Edge {
  /** Column or row of the strip. */
  readonly at: number;
  /** Step of brightness across it, in contrasts of the characters. */
  readonly step: number;
}

export interface PlateFeatures {
  readonly marks: number;
  /** Spread of the marks' heights, and of their middles off the line, in heights. */
  readonly unevenness: number;
  readonly wobble: number;
  /** Width of the row in heights of a character. */
  readonly length: number;
  /** Marks' middle width in heights. */
  readonly markWidth: number;
  readonly contrast: number;
  /** The same as a share of the ground's brightness. */
  readonly depth: number;
  /** Share of a mark's box that is ink: its middle, and how many marks are whole boxes or mere bars. */
  readonly fill: number;
  readonly solid: number;
  readonly bars: number;
  /** Likeness of neighbouring marks, 0–1: windows, slats and keys repeat, characters seldom do. */
  readonly sameness: number;
  /** Share of the characters' field that is ink. */
  readonly ink: number;
  /** Gaps with a point or a comma at the line's foot: a date, a price. */
  readonly dots: number;
  readonly top: Edge;
  readonly bottom: Edge;
  readonly left: Edge;
  readonly right: Edge;
}

/** Slats, windows and bricks by their shapes alone: most rows are, and need no closer look. */
export function isTexture(row: GlyphRow): boolean {
  const { fill, solid, bars } = measureShapes(row);
  return solid > 0.5 || bars > 0.6 || fill < 0.22 || fill > 0.85;
}

export function plateFeatures(
  grey: GreyLevel,
  row: GlyphRow,
  light: boolean,
): { strip: RectifiedRow; findings: PlateFeatures } {
  const strip = rectifyRow(grey, row, light);
  const heights = row.marks.map(({ top, bottom }) => (bottom - top) / row.height);
  const widths = row.marks.map(({ left, right }) => (right - left) / row.height).sort((a, b) => a - b);
  const offs = row.marks.map(
    ({ left, top, right, bottom }) =>
      ((top + bottom) / 2 - row.at - (row.lean * (left + right)) / 2) / row.height,
  );
  const findings = {
    marks: row.marks.length,
    unevenness: computeDeviation(heights),
    wobble: Math.hypot(...offs) / Math.sqrt(offs.length),
    length: (strip.right - strip.left) / TEXT,
    markWidth: widths[widths.length >> 1],
    contrast: strip.contrast,
    depth: strip.contrast / Math.max(strip.contrast, strip.bright),
    ...measureShapes(row),
    sameness: measureSameness(strip, row),
    ink: inkShare(strip, CAP, BASE),
    top: rowEdge(strip, CAP - 2, CAP - 18),
    bottom: rowEdge(strip, BASE + 2, BASE + 18),
    dots: dotsIn(strip, row),
    left: columnEdge(strip, strip.left - 1, strip.left - 44),
    right: columnEdge(strip, strip.right + 1, strip.right + 44),
  };
  return { strip, findings };
}

function measureShapes({ marks }: GlyphRow) {
  const fills = marks.map(({ left, top, right, bottom, area }) => area / ((right - left) * (bottom - top)));
  const slim = marks.map(({ left, top, right, bottom }) => (right - left) / (bottom - top) < 0.33);
  const solid = fills.filter((fill, n) => fill > 0.86 && !slim[n]).length;
  return {
    fill: [...fills].sort((a, b) => a - b)[fills.length >> 1],
    solid: solid / marks.length,
    bars: slim.filter(Boolean).length / marks.length,
  };
}

const COLUMNS = 6;
const ROWS = 10;

/** Mean likeness of every mark to the next two, each shrunk to a few cells. */
function measureSameness(strip: RectifiedRow, { marks }: GlyphRow): number {
  const cells = marks.map((mark) => {
    const { x: middle, wide } = strip.box(mark);
    const from = middle - wide / 2;
    return Array.from({ length: COLUMNS * ROWS }, (_, n) => {
      const x = Math.floor(from + ((n % COLUMNS) + 0.5) * (wide / COLUMNS));
      const y = CAP + Math.floor((Math.floor(n / COLUMNS) + 0.5) * (TEXT / ROWS));
      const depth = (strip.ground[x] - strip.data[y * strip.width + x]) / strip.contrast;
      return Math.max(0, Math.min(1, depth));
    });
  });
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i < cells.length; i++) {
    for (let j = i + 1; j < Math.min(cells.length, i + 3); j++) {
      const [a, b] = [cells[i], cells[j]];
      sum += 1 - a.reduce((off, value, n) => off + Math.abs(value - b[n]), 0) / a.length;
      pairs += 1;
    }
  }
  return sum / pairs;
}

/** Rows of a gap: above a point there is nothing. */
const [OPEN, FOOT] = [CAP + Math.round(0.15 * TEXT), BASE - Math.round(0.26 * TEXT)];

function dotsIn(strip: RectifiedRow, { marks }: GlyphRow): number {
  const { data, width, ground, contrast } = strip;
  const boxes = marks.map((mark) => strip.box(mark)).sort((a, b) => a.x - b.x);
  const most = (from: number, to: number, x: number) => {
    let deepest = 0;
    for (let y = from; y < to; y++) deepest = Math.max(deepest, ground[x] - data[y * width + x]);
    return deepest / contrast;
  };
  let dots = 0;
  for (let n = 1; n < boxes.length; n++) {
    const [a, b] = [boxes[n - 1], boxes[n]];
    const from = Math.round(a.x + a.wide / 2) + 1;
    const to = Math.round(b.x - b.wide / 2) - 1;
    let run = 0;
    for (let x = Math.max(0, from); x < Math.min(width, to); x++)
      if (most(FOOT, BASE + 1, x) > 0.5 && most(OPEN, FOOT - 3, x) < 0.3) run += 1;
    if (run >= 2 && run <= 0.35 * TEXT) dots += 1;
  }
  return dots;
}

function computeDeviation(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
}

function inkShare(
  { data, width, left, right, ground, contrast }: RectifiedRow,
  from: number,
  to: number,
): number {
  let ink = 0;
  for (let y = from; y < to; y++)
    for (let x = left; x < right; x++) if (ground[x] - data[y * width + x] > 0.5 * contrast) ink += 1;
  return ink / ((to - from) * (right - left));
}

/** Rows by which both ends of an edge may be off its middle: in perspective it is not parallel to the characters. */
const TILT = 3;
/** In heights of a character: a plate ends by then; what lies farther is its holder's edge, or the recess's. */
const MARGIN = 0.4;

/** The strongest step of brightness along the row between two rows of the strip; the near ones count most. */
function rowEdge({ data, width, left, right, contrast }: RectifiedRow, near: number, far: number): Edge {
  const sign = Math.sign(far - near);
  const [from, to] = [Math.min(near, far) - TILT, Math.max(near, far) + TILT];
  const third = (right - left) / 3;
  const steps = [0, 1, 2].map((n) => {
    const [first, last] = [Math.round(left + n * third), Math.round(left + (n + 1) * third)];
    return Array.from({ length: to - from + 1 }, (_, k) => {
      const y = from + k;
      if (y < 1 || y > TALL - 2) return 0;
      let sum = 0;
      for (let x = first; x < last; x++) {
        const step = data[(y + 1) * width + x] - data[(y - 1) * width + x];
        sum += Math.max(-contrast, Math.min(contrast, step));
      }
      return sum / (last - first) / contrast;
    });
  }) as [number[], number[], number[]];
  let best: Edge = { at: near, step: 0 };
  let most = 0;
  for (let y = near; y !== far; y += sign) {
    const weight = 1 - 0.8 * Math.max(0, Math.abs(y - near) / TEXT - MARGIN);
    const reach = Math.min(TILT, Math.abs(y - near));
    for (let tilt = -reach; tilt <= reach; tilt++) {
      const sum = steps[0][y - tilt - from] + steps[1][y - from] + steps[2][y + tilt - from];
      // Right at the characters only what is darker outside: a step up is their own end.
      const step = y === near || y === near + sign ? Math.max(0, -sign * sum) / 3 : Math.abs(sum) / 3;
      if (step * weight > most) {
        most = step * weight;
        best = { at: y + 0.5, step };
      }
    }
  }
  return best;
}

function columnEdge({ data, width, contrast }: RectifiedRow, near: number, far: number): Edge {
  let best: Edge = { at: near, step: 0 };
  const sign = Math.sign(far - near);
  for (let x = near; x !== far; x += sign) {
    if (x < 1 || x > width - 2) break;
    let sum = 0;
    for (let y = CAP - 2; y < BASE + 2; y++) {
      const step = data[y * width + x + 1] - data[y * width + x - 1];
      sum += Math.max(-contrast, Math.min(contrast, step));
    }
    const step = Math.abs(sum) / (BASE - CAP + 4) / contrast;
    if (step > best.step) best = { at: x + 0.5, step };
  }
  return best;
}
