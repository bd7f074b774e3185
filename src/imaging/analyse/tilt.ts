/**
 * Measures the tilt of a photo by its lines. Edge pixels are projected along every candidate direction: where that gathers them on a few
 * long lines, the direction is real. No tilt is returned unless level and upright lines say the same all over the frame and no others
 * contradict: one slanting bonnet or table edge is perspective, the stripes of a shirt are how it hangs, and neither is a tilted camera.
 */
import type { Grey } from '#domain/photos/quality.ts';
import { findEdges } from '#imaging/pixels/edges.ts';

/** Degrees. A slant beyond the range is intended; one below the least cannot be seen. */
const RANGE = 6;
const STEP = 0.1;
const LEAST = 0.4;
const MOST = 5;
const ANGLES = Math.round((2 * RANGE) / STEP) + 1;
/** Degrees: an edge counts only for directions this near to its own. */
const NEAR = 4;
/** Share of the picture's long side that makes a line. */
const SHORTEST = 0.1;
/**
 * Needs of a clear tilt: the sum of (length − shortest)² of its lines in long sides, the largest share of it in a rival direction, lines.
 */
const CLEAR = 0.04;
const RIVAL = 0.45;
const LINES = 5;
/** Degrees from which another direction is a rival. */
const APART = 0.8;
/** Least number of level and of upright lines; one line is the edge of a thing. */
const LINES_EACH_WAY = 2;
/** Least shares of the height and the width over which level and upright lines are spread: a smaller spread is one thing's own. */
const [SPREAD_LEVEL, SPREAD_UPRIGHT] = [0.4, 0.6];
/** Steps within which level and upright lines agree with the direction of all. */
const AGREEMENT = 4;

interface Directions {
  /** For each candidate angle, from −RANGE. */
  readonly energy: Float64Array;
  readonly lines: Uint16Array;
  /** Share of the other side between the first line and the last one. */
  readonly spread: Float32Array;
}

/** Returns the degrees clockwise that make the photo level; null where its lines do not say. `grey`: about 640 px. */
export function measureTilt(grey: Grey): number | null {
  const { level, upright } = findEdges(grey, slopeAt(RANGE + NEAR));
  const across = measureDirections(level, grey.width, grey.height);
  const down = measureDirections(upright, grey.height, grey.width);
  // Turned clockwise, level lines fall to the right and upright ones lean to the left.
  const energy = across.energy.map((e, i) => e + down.energy[ANGLES - 1 - i]);
  const best = energy.indexOf(Math.max(...energy));
  const top = energy[best];
  const rival = Math.max(0, ...energy.filter((_, i) => Math.abs(i - best) * STEP > APART));
  const lines = across.lines[best] + down.lines[ANGLES - 1 - best];
  if (top < CLEAR || rival > RIVAL * top || lines < LINES) return null;
  if (!isAgreed(across, best, SPREAD_LEVEL) || !isAgreed(down, ANGLES - 1 - best, SPREAD_UPRIGHT))
    return null;
  const tilt = Math.round(-10 * computePeakAngle(energy, best)) / 10;
  return Math.abs(tilt) < LEAST || Math.abs(tilt) > MOST ? null : tilt;
}

/** True where lines of one kind, by themselves, say `angle` too: several, apart from each other, and no other direction says it more. */
function isAgreed({ energy, lines, spread }: Directions, angle: number, leastSpread: number): boolean {
  const own = energy.indexOf(Math.max(...energy));
  return Math.abs(own - angle) <= AGREEMENT && lines[own] >= LINES_EACH_WAY && spread[own] >= leastSpread;
}

/** Returns the middle of the peak in degrees, finer than the steps. */
function computePeakAngle(energy: Float64Array, best: number): number {
  let [sum, weighted] = [0, 0];
  for (let i = Math.max(0, best - 3); i <= Math.min(ANGLES - 1, best + 3); i++) {
    sum += energy[i];
    weighted += i * energy[i];
  }
  return -RANGE + (weighted / sum) * STEP;
}

/** `along`, `across`: the sides that the edges run along and are counted over, in pixels. */
function measureDirections(edges: readonly number[], along: number, across: number): Directions {
  const energy = new Float64Array(ANGLES);
  const lines = new Uint16Array(ANGLES);
  const spread = new Float32Array(ANGLES);
  const long = Math.max(along, across);
  const pad = Math.ceil((along / 2) * slopeAt(RANGE)) + 2;
  const bins = new Float64Array(across + 2 * pad);
  for (let angle = 0; angle < ANGLES; angle++) {
    bins.fill(0);
    projectEdges(edges, { slope: slopeAt(-RANGE + angle * STEP), middle: along / 2, pad }, bins);
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let b = 1; b < bins.length - 1; b++) {
      const n = bins[b];
      if (n < SHORTEST * long || n < bins[b - 1] || n < bins[b + 1]) continue;
      energy[angle] = energy[angle] + (n / long - SHORTEST) ** 2;
      // The two sides of one thin thing are one line.
      if (b - last > 3) lines[angle] = lines[angle] + 1;
      [first, last] = [Math.min(first, b), b];
    }
    spread[angle] = Math.max(0, last - first) / across;
  }
  return { energy, lines, spread };
}

const NEARBY = slopeAt(NEAR);

function projectEdges(
  edges: readonly number[],
  { slope, middle, pad }: { slope: number; middle: number; pad: number },
  bins: Float64Array,
): void {
  for (let i = 0; i < edges.length; i += 3) {
    const off = edges[i + 2] - slope;
    if (off > NEARBY || off < -NEARBY) continue;
    const at = edges[i + 1] - slope * (edges[i] - middle) + pad;
    const bin = Math.floor(at);
    bins[bin] = bins[bin] + 1 + bin - at;
    bins[bin + 1] = bins[bin + 1] + at - bin;
  }
}

function slopeAt(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 180);
}
