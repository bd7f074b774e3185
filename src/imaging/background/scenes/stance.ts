/**
 * How an object stands in its file, read off a small copy of it in its place. All numbers are shares of the canvas's height (rows) and
 * width (columns) or, where it is said, pixels of the small copy.
 */
import type { Placement } from '#domain/recipes/placement.ts';
import { type GroundLine, groundUnder } from '#imaging/background/ground-line.ts';
import { readFrameContact } from '#imaging/cutout/wheels/frame-contact.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { measureSideLight } from './light.ts';

/** Long side of the small copy. */
const SIDE = 640;
/** Share of its height within which the object touches the ground. */
const TOUCH = 0.02;
/**
 * Height of the eye over the ground, as a share of the object's height (`long`: of its width). A standing man looks at a car; a small thing
 * is seen from above.
 */
const EYE = { low: 0.95, tall: 0.6, long: 0.36 };
/** Distance of the eye, as a share of the object's longer side. */
const DISTANCE = 1.2;
/** Highest and lowest view of the ground, as sines. */
const STEEPEST = 0.5;
const FLATTEST = 0.12;

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Stance {
  /** The small copy of the whole file, clear but for the object; its scale. */
  readonly small: Raw;
  /** Lowest row of the object in each column of the small copy, with its fraction; below 0 where there is none. */
  readonly foot: Float32Array;
  readonly line: GroundLine;
  /** Around the object, in pixels of the small copy. */
  readonly box: Box;
  /** False where the photo cut the object off below: what does not end stands on nothing. Tyres that it cut through still stand. */
  readonly stands: boolean;
  /** True where the photo's edge cuts through what it stands on: the floor ends there too. */
  readonly isCutThrough: boolean;
  /** Sine of the angle under which the ground is seen. */
  readonly sine: number;
  /** Height of the eye over the ground in pixels of the small copy. */
  readonly eye: number;
  /** Where light comes from: −1 left, 1 right. */
  readonly light: number;
}

/** Returns the mean of the object's sides, which of something long and thin says more than either. */
export function meanSide({ box: { width, height } }: Pick<Stance, 'box'>): number {
  return Math.sqrt(width * height);
}

export interface Place extends Placement {
  /** Where the light comes from, read off the photo; missing or null when it is to be read off the object. */
  readonly light?: number | null;
}

/** Returns null when nothing of the object is in the file. `object`: its alpha is the object's. */
export async function measureStance(object: Raw, { canvas, x, y, light }: Place): Promise<Stance | null> {
  const scale = Math.min(1, SIDE / Math.max(canvas.width, canvas.height));
  const side = (n: number) => Math.max(1, Math.round(n * scale));
  const size = { width: side(canvas.width), height: side(canvas.height) };
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
  const there = await resizeTo(object, {
    width: Math.min(size.width - left, side(object.width)),
    height: Math.min(size.height - top, side(object.height)),
  });
  const small = placeOnCanvas(there, size, { left, top });
  const foot = findLowestRows(small);
  const box = computeObjectBox(small, foot);
  if (box === null) return null;
  const line = groundUnder(foot, Math.max(1, TOUCH * box.height));
  const contact = readFrameContact({
    isObject: (column, row) => small.data[(row * size.width + column) * 4 + 3] > 127,
    box,
    last: top + there.height - 1,
  });
  return {
    small,
    foot,
    line,
    box,
    stands: contact !== 'body',
    isCutThrough: contact === 'feet',
    ...estimateEyeLevel(line, box),
    light: light ?? measureSideLight(small, box),
  };
}

function placeOnCanvas(from: Raw, size: Size, { left, top }: { left: number; top: number }): Raw {
  const data = new Uint8Array(size.width * size.height * 4);
  for (let row = 0; row < from.height; row++)
    data.set(
      from.data.subarray(row * from.width * 4, (row + 1) * from.width * 4),
      ((top + row) * size.width + left) * 4,
    );
  return { data, ...size, channels: 4 };
}

function findLowestRows({ data, width, height }: Raw): Float32Array {
  const foot = new Float32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    for (let y = height - 1, at = (y * width + x) * 4 + 3; y >= 0; y--, at -= width * 4) {
      if (data[at] <= 127) continue;
      foot[x] = y + (y + 1 < height ? data[at + width * 4] / 255 : 0);
      break;
    }
  }
  return foot;
}

function computeObjectBox({ data, width }: Raw, foot: Float32Array): Box | null {
  const first = foot.findIndex((row) => row >= 0);
  if (first < 0) return null;
  const last = foot.findLastIndex((row) => row >= 0);
  let at = 3;
  while (data[at] <= 127) at += 4;
  const y = Math.floor((at >> 2) / width);
  const bottom = foot.reduce((a, b) => Math.max(a, b));
  return { x: first, y, width: last - first + 1, height: bottom - y + 1 };
}

/**
 * Returns how the ground is seen. The more the ground line sags between its ends, the more of the footprint is seen and the higher the eye:
 * half of a round or square one, from side to near corner.
 */
function estimateEyeLevel(
  { rows, first, last }: GroundLine,
  { width, height }: Box,
): { sine: number; eye: number } {
  let lowest = 0;
  for (let x = first; x <= last; x++) lowest = Math.max(lowest, rows[x]);
  const sag = (2 * (lowest - (rows[first] + rows[last]) / 2)) / Math.max(1, last - first);
  const sine = Math.min(STEEPEST, Math.max(FLATTEST, sag));
  const least = Math.max(height * (width > height ? EYE.low : EYE.tall), EYE.long * width);
  const seen = (DISTANCE * Math.max(width, height) * sine) / Math.sqrt(1 - sine * sine);
  return { sine, eye: Math.min(2.2 * least, Math.max(least, seen)) };
}
