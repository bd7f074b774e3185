/** How much a row of marks looks like the number of a licence plate. */
import type { Grey } from './grey.ts';
import type { Row } from './rows.ts';
import { BASE, CAP, type Strip, stripOf, TALL, TEXT } from './strip.ts';

export interface Edge {
  /** Column or row of the strip. */
  readonly at: number;
  /** Step of brightness across it, in contrasts of the characters. */
  readonly step: number;
}

export interface Findings {
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
  /** How alike neighbouring marks look, 0–1: windows, slats and keys repeat, characters seldom do. */
  readonly sameness: number;
  /** Share of the characters' field that is ink. */
  readonly ink: number;
  /** Share of columns that are ground right above and right below the characters, the worse. */
  readonly clear: number;
  readonly top: Edge;
  readonly bottom: Edge;
  readonly left: Edge;
  readonly right: Edge;
}

/** Slats, windows and bricks by their shapes alone: most rows are, and need no closer look. */
export function isTexture(row: Row): boolean {
  const { fill, solid, bars } = shapesOf(row);
  return solid > 0.5 || bars > 0.6 || fill < 0.22 || fill > 0.85;
}

export function findingsOf(grey: Grey, row: Row, light: boolean): { strip: Strip; findings: Findings } {
  const strip = stripOf(grey, row, light);
  const heights = row.marks.map(({ top, bottom }) => (bottom - top) / row.height);
  const widths = row.marks.map(({ left, right }) => (right - left) / row.height).sort((a, b) => a - b);
  const offs = row.marks.map(
    ({ left, top, right, bottom }) =>
      ((top + bottom) / 2 - row.at - (row.lean * (left + right)) / 2) / row.height,
  );
  const findings = {
    marks: row.marks.length,
    unevenness: spread(heights),
    wobble: Math.hypot(...offs) / Math.sqrt(offs.length),
    length: (strip.right - strip.left) / TEXT,
    markWidth: widths[widths.length >> 1] as number,
    contrast: strip.contrast,
    depth: strip.contrast / Math.max(strip.contrast, strip.bright),
    ...shapesOf(row),
    sameness: samenessOf(strip, row),
    ink: inkShare(strip, CAP, BASE),
    clear: Math.min(clearShare(strip, CAP - 4, CAP - 1), clearShare(strip, BASE + 1, BASE + 4)),
    top: rowEdge(strip, CAP - 3, CAP - 18),
    bottom: rowEdge(strip, BASE + 3, BASE + 18),
    left: columnEdge(strip, strip.left - 1, strip.left - 44),
    right: columnEdge(strip, strip.right + 1, strip.right + 44),
  };
  return { strip, findings };
}

function shapesOf({ marks }: Row) {
  const fills = marks.map(({ left, top, right, bottom, area }) => area / ((right - left) * (bottom - top)));
  const slim = marks.map(({ left, top, right, bottom }) => (right - left) / (bottom - top) < 0.33);
  const solid = fills.filter((fill, n) => fill > 0.86 && !slim[n]).length;
  return {
    fill: [...fills].sort((a, b) => a - b)[fills.length >> 1] as number,
    solid: solid / marks.length,
    bars: slim.filter(Boolean).length / marks.length,
  };
}

const COLUMNS = 6;
const ROWS = 10;

/** Mean likeness of every mark to the next two, each shrunk to a few cells. */
function samenessOf(strip: Strip, { marks, height }: Row): number {
  const first = Math.min(...marks.map(({ left }) => left));
  const step = height / TEXT;
  const cells = marks.map(({ left, right }) => {
    const from = strip.left + (left - first) / step;
    const wide = (right - left) / step;
    return Array.from({ length: COLUMNS * ROWS }, (_, n) => {
      const x = Math.floor(from + ((n % COLUMNS) + 0.5) * (wide / COLUMNS));
      const y = CAP + Math.floor((Math.floor(n / COLUMNS) + 0.5) * (TEXT / ROWS));
      const depth =
        ((strip.ground[x] as number) - (strip.data[y * strip.width + x] as number)) / strip.contrast;
      return Math.max(0, Math.min(1, depth));
    });
  });
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i < cells.length; i++) {
    for (let j = i + 1; j < Math.min(cells.length, i + 3); j++) {
      const [a, b] = [cells[i] as number[], cells[j] as number[]];
      sum += 1 - a.reduce((off, value, n) => off + Math.abs(value - (b[n] as number)), 0) / a.length;
      pairs += 1;
    }
  }
  return sum / pairs;
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
}

function inkShare({ data, width, left, right, ground, contrast }: Strip, from: number, to: number): number {
  let ink = 0;
  for (let y = from; y < to; y++)
    for (let x = left; x < right; x++)
      if ((ground[x] as number) - (data[y * width + x] as number) > 0.5 * contrast) ink += 1;
  return ink / ((to - from) * (right - left));
}

/** Columns in which at least one of these rows is ground: a line that runs at a slight angle may touch the characters' box. */
function clearShare({ data, width, left, right, ground, contrast }: Strip, from: number, to: number): number {
  let clear = 0;
  for (let x = left; x < right; x++) {
    let least = Number.POSITIVE_INFINITY;
    for (let y = from; y < to; y++)
      least = Math.min(least, (ground[x] as number) - (data[y * width + x] as number));
    if (least < 0.35 * contrast) clear += 1;
  }
  return clear / (right - left);
}

/** The strongest step of brightness along the row between two rows of the strip. */
function rowEdge({ data, width, left, right, contrast }: Strip, near: number, far: number): Edge {
  let best: Edge = { at: near, step: 0 };
  const sign = Math.sign(far - near);
  for (let y = near; y !== far; y += sign) {
    if (y < 1 || y > TALL - 2) break;
    let sum = 0;
    for (let x = left; x < right; x++) {
      const step = (data[(y + 1) * width + x] as number) - (data[(y - 1) * width + x] as number);
      sum += Math.max(-contrast, Math.min(contrast, step));
    }
    const step = Math.abs(sum) / (right - left) / contrast;
    if (step > best.step) best = { at: y + 0.5, step };
  }
  return best;
}

function columnEdge({ data, width, contrast }: Strip, near: number, far: number): Edge {
  let best: Edge = { at: near, step: 0 };
  const sign = Math.sign(far - near);
  for (let x = near; x !== far; x += sign) {
    if (x < 1 || x > width - 2) break;
    let sum = 0;
    for (let y = CAP - 2; y < BASE + 2; y++) {
      const step = (data[y * width + x + 1] as number) - (data[y * width + x - 1] as number);
      sum += Math.max(-contrast, Math.min(contrast, step));
    }
    const step = Math.abs(sum) / (BASE - CAP + 4) / contrast;
    if (step > best.step) best = { at: x + 0.5, step };
  }
  return best;
}
