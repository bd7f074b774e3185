/**
 * Padding where no colour is asked: a calm ground in the colours of its rim, as a mat around a picture is. A plain rim,
 * a studio's wall, goes over into it without a seam. Nothing that the photo shows is drawn out or shown again: a neck that goes on as a
 * smear, or that car again beside itself, looks like a fault.
 */
import type { Placement } from '#domain/recipes/placement.ts';
import { filled, pasted, type Raw } from '#imaging/pixels/raw.ts';

/** The part of the canvas' long side whose colours the ground of any other rim has, and how far they mix, as a share of the joint. */
const DEEP = 0.05;
const MIXED = 0.2;
/** A rim is plain up to this root mean square of what it differs from its own mixture by (levels of 255); so far it goes over into it. */
const PLAIN = 6;
const FADE = 0.15;
/** Depth that stands for the rim itself; and how far it mixes along the joint. */
const RIM = 0.005;
/** The outermost pixels of many photos are a line that scaling or sharpening left there: the bar takes their place. */
const LINE = 0.0015;

/** Three channels, the photo in its place. */
export function softlyPadded(photo: Raw, { canvas, x, y }: Placement): Raw {
  const picture = pasted(filled(canvas, [255, 255, 255]), photo, { x, y });
  const across = canvas.width;
  const [right, below] = [x + photo.width, y + photo.height];
  const level = { along: 1, count: photo.width, depth: photo.height };
  drawOn(picture, { ...level, first: (y - 1) * across + x, outward: -across, length: y });
  drawOn(picture, { ...level, first: below * across + x, outward: across, length: canvas.height - below });
  // Left and right of what was drawn above and below as well.
  const upright = { along: across, count: canvas.height, depth: photo.width };
  drawOn(picture, { ...upright, first: x - 1, outward: -1, length: x });
  drawOn(picture, { ...upright, first: right, outward: 1, length: canvas.width - right });
  return picture;
}

/** An empty bar beside the photo, in pixels of the picture. */
interface Bar {
  /** The one at the joint where it begins; the next along the joint; the next away from it. */
  readonly first: number;
  readonly along: number;
  readonly outward: number;
  readonly count: number;
  readonly length: number;
  /** Pixels of the photo behind the joint. */
  readonly depth: number;
}

function drawOn({ data, width, height }: Raw, empty: Bar): void {
  if (empty.length <= 0) return;
  const long = Math.max(width, height);
  const line = Math.min(Math.ceil(LINE * long), Math.floor(empty.depth / 4));
  const bar = {
    ...empty,
    first: empty.first - line * empty.outward,
    length: empty.length + line,
    depth: empty.depth - line,
  };
  const { first, along, outward, count, length } = bar;
  const reach = Math.round(MIXED * count);
  const rim = mixed(meanOf(data, bar, RIM * long), Math.round(RIM * long));
  const evenRim = mixed(rim, reach);
  const isPlain = distance(rim, evenRim) <= PLAIN;
  const ground = isPlain ? evenRim : mixed(meanOf(data, bar, DEEP * long), reach);
  const fade = isPlain ? FADE * long : 0;
  for (let away = 0; away < length; away++) {
    const share = away < fade ? (1 - away / fade) ** 2 : 0;
    let to = (first + away * outward) * 3;
    for (let i = 0; i < 3 * count; i += 3, to += along * 3) {
      for (let c = i; c < i + 3; c++) {
        const even = ground[c];
        data[to + c - i] = even + (rim[c] - even) * share + 0.5;
      }
    }
  }
}

/** Colours along a joint, three numbers a place. */
type Course = Float32Array;

/** Mean colours of the photo's outermost `deep` pixels. */
function meanOf(data: Uint8Array, { first, along, outward, count, depth }: Bar, deep: number): Course {
  const pixels = Math.max(1, Math.min(depth, Math.round(deep)));
  const course = new Float32Array(3 * count);
  for (let inward = 1; inward <= pixels; inward++) {
    let from = (first - inward * outward) * 3;
    for (let i = 0; i < 3 * count; i += 3, from += along * 3)
      for (let c = 0; c < 3; c++) course[i + c] = course[i + c] + data[from + c] / pixels;
  }
  return course;
}

/** Root mean square, in levels. */
function distance(one: Course, other: Course): number {
  const squares = one.reduce((sum, value, i) => sum + (value - other[i]) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, one.length));
}

/** Three means of the neighbours are nearly a Gaussian. Beyond its ends a course goes on as it ends. */
function mixed(course: Course, reach: number): Course {
  if (reach === 0) return course;
  let from = course;
  for (let pass = 0; pass < 3; pass++) {
    const to = new Float32Array(from.length);
    const last = from.length - 3;
    for (let c = 0; c < 3; c++) {
      const at = (index: number) => from[Math.min(last, Math.max(0, 3 * index)) + c];
      let sum = 0;
      for (let index = -reach; index <= reach; index++) sum += at(index);
      for (let index = 0; 3 * index <= last; index++) {
        to[3 * index + c] = sum / (2 * reach + 1);
        sum += at(index + reach + 1) - at(index - reach);
      }
    }
    from = to;
  }
  return from;
}
