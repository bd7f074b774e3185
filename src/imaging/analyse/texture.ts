/**
 * Measures what must not be sharpened in a photo: grain, the squares of a strong JPEG compression, and weave so fine that it is as crisp as
 * pixels can be. Squares spread over the picture are read at its own pixels; they start where a JPEG's do.
 */
import type { Texture } from '#domain/photos/analysis.ts';
import { computeLuma } from '#domain/photos/quality.ts';
import type { Raw } from '#imaging/pixels/raw.ts';

/** Side of a JPEG's square, pixels that are read beside it, and both together. */
const SIDE = 8;
const BESIDE = 2;
const ACROSS = SIDE + 2 * BESIDE;
const SQUARES = 2000;
/** Mean lumas between which a square is neither crushed nor blown out. */
const [DARKEST, BRIGHTEST] = [10, 245];
/** Share of the squares that count as the smoothest, and of their pixels that stand out by grain alone. */
const SMOOTHEST = 0.25;
const MOST_GRAIN = 0.95;
/** Steps of luma beyond which there is something to see, and not a seam between two squares. */
const [MOST_BESIDE, MOST_STEP] = [8, 12];
/** Lumas by which a thread stands out of its surroundings, and the gaps beside it the other way. */
const [THREAD, GAP] = [12, 6];
/** First pixel of a patch that has two pixels beside it to look at. */
const FIRST = 3;

export function readTexture(raw: Raw): Texture {
  const patch = new Int16Array(ACROSS * ACROSS);
  const squares: Square[] = [];
  const [columns, rows] = [startSteps(), startSteps()];
  let threads = 0;
  for (const corner of listCorners(raw)) {
    if (!readPatch(raw, corner, patch)) continue;
    const edges = listEdges(patch);
    squares.push({ edges, sum: sumEdges(edges) });
    threads += countThreads(patch);
    addSteps(columns, patch, { along: 1, next: ACROSS });
    addSteps(rows, patch, { along: ACROSS, next: 1 });
  }
  return {
    grain: roundToThousandth(measureGrain(squares)),
    grid: roundToThousandth(Math.max(getExcess(columns), getExcess(rows))),
    weave: roundToThousandth(threads / Math.max(1, squares.length * (ACROSS - 2 * FIRST) ** 2)),
  };
}

function sumEdges(edges: Int16Array): number {
  let sum = 0;
  for (const edge of edges) sum += Math.abs(edge);
  return sum;
}

interface Square {
  /** How far each pixel stands out of its surroundings, in 16ths of a luma. */
  readonly edges: Int16Array;
  readonly sum: number;
}

/** Lists the positions of patches' first pixels in the picture's bytes. */
function listCorners({ width, height, channels }: Raw): number[] {
  const [columns, rows] = [width, height].map((side) => Math.floor((side - BESIDE) / SIDE) - 1);
  const step = Math.max(1, Math.ceil(Math.sqrt((columns * rows) / SQUARES)));
  const corners: number[] = [];
  for (let row = 1; row <= rows; row += step)
    for (let column = 1; column <= columns; column += step)
      corners.push(((row * SIDE - BESIDE) * width + column * SIDE - BESIDE) * channels);
  return corners;
}

/** Reads lumas into `patch`; returns false where it is transparent, crushed or blown out. */
function readPatch({ data, width, channels }: Raw, corner: number, patch: Int16Array): boolean {
  let sum = 0;
  for (let y = 0, i = 0; y < ACROSS; y++)
    for (let x = 0, at = corner + y * width * channels; x < ACROSS; x++, i++, at += channels) {
      if (channels === 4 && data[at + 3] < 128) return false;
      patch[i] = computeLuma(data[at], data[at + 1], data[at + 2]);
      sum += patch[i];
    }
  return sum > DARKEST * patch.length && sum < BRIGHTEST * patch.length;
}

/** Lists the edges of the square's own pixels, without those beside it. */
function listEdges(patch: Int16Array): Int16Array {
  const edges = new Int16Array(SIDE * SIDE);
  const row = (i: number) => patch[i - 1] + 2 * patch[i] + patch[i + 1];
  for (let y = 0, to = 0; y < SIDE; y++)
    for (let x = 0, i = (y + BESIDE) * ACROSS + BESIDE; x < SIDE; x++, i++, to++)
      edges[to] = 16 * patch[i] - row(i - ACROSS) - 2 * row(i) - row(i + ACROSS);
  return edges;
}

/** Counts pixels that stand out between two gaps, across or down. */
function countThreads(patch: Int16Array): number {
  let threads = 0;
  for (let y = FIRST; y < ACROSS - FIRST; y++)
    for (let i = y * ACROSS + FIRST; i < (y + 1) * ACROSS - FIRST; i++)
      if (isThread(patch, i, 1) || isThread(patch, i, ACROSS)) threads++;
  return threads;
}

function isThread(patch: Int16Array, i: number, along: number): boolean {
  const stands = (at: number) => 2 * patch[at] - patch[at - along] - patch[at + along];
  const own = stands(i);
  if (Math.abs(own) < 4 * THREAD) return false;
  const isGap = (at: number) => (own > 0 ? -stands(at) : stands(at)) > 4 * GAP;
  return (isGap(i - along) || isGap(i - 2 * along)) && (isGap(i + along) || isGap(i + 2 * along));
}

/** Returns the luma that nearly all pixels of the smoothest squares stay below. */
function measureGrain(squares: Square[]): number {
  const smoothest = squares.sort((a, b) => a.sum - b.sum).slice(0, Math.ceil(SMOOTHEST * squares.length));
  const counts = new Uint32Array(256 * 16);
  for (const { edges } of smoothest)
    for (const edge of edges) counts[Math.abs(edge)] = counts[Math.abs(edge)] + 1;
  let [edge, seen] = [0, counts[0]];
  while (seen < MOST_GRAIN * smoothest.length * SIDE * SIDE) seen += counts[++edge];
  return edge / 16;
}

/** For each place in a square: steps to it that show nothing of the picture, and by how much they exceed those beside them. */
interface Steps {
  readonly count: Uint32Array;
  readonly larger: Float64Array;
}

function startSteps(): Steps {
  return { count: new Uint32Array(SIDE), larger: new Float64Array(SIDE) };
}

function addSteps(
  { count, larger }: Steps,
  patch: Int16Array,
  { along, next }: { along: number; next: number },
): void {
  for (let line = BESIDE; line < SIDE + BESIDE; line++)
    for (let place = 0; place < SIDE; place++) {
      const i = line * next + (place + BESIDE) * along;
      const step = Math.abs(patch[i] - patch[i - along]);
      const beside =
        Math.abs(patch[i - along] - patch[i - 2 * along]) + Math.abs(patch[i + along] - patch[i]);
      if (step > MOST_STEP || beside > MOST_BESIDE) continue;
      count[place] = count[place] + 1;
      larger[place] = larger[place] + step - beside / 2;
    }
}

/** Returns by how much one place's steps exceed the others': in a turned photo squares may start at any place. */
function getExcess({ count, larger }: Steps): number {
  const means = larger.map((sum, place) => sum / Math.max(1, count[place])).sort();
  return means[SIDE - 1] - means[SIDE / 2];
}

const roundToThousandth = (value: number) => Math.round(value * 1000) / 1000;
