/**
 * Padding where no colour is asked. A plain rim, a studio's wall, goes on without a seam; beside any other there is the photo itself, as
 * its own blurred ground. A rim that was drawn out instead looked like a damaged file.
 */
import type { Placement } from '#domain/recipes/placement.ts';
import { createFilled, pasteOnto, type Raw } from '#imaging/pixels/raw.ts';
import { blurPhoto, type Ground, readGround } from './own-blur.ts';

/** How far a plain rim's colours mix, as a share of the joint; and how far out it goes over into that mixture. */
const RIM_MIX_REACH = 0.2;
const FADE = 0.15;
/** How far out the photo's blur begins with its rim's colours, so that no edge stands between them; as a share of the long side. */
const JOIN = 0.12;
/** How much of them stays all the way: a bar beside a carpet is more carpet than shoe. */
const GROUND_COLOUR_SHARE = 0.85;
/** How far those mix, as a share of the joint: nothing that the photo cuts is drawn out. */
const GROUND_MIX_REACH = 0.4;
/** A rim is plain up to these root mean squares (levels of 255): of what it differs from its mixture by, and that from one colour. */
const PLAIN = 6;
const EVEN = 24;
/**
 * What differs by more levels than this from the middle of the rim's colours, a leg or a dark corner, hardly counts in its mixtures: by few
 * where so much of the rim is alike.
 */
const FOREIGN = 75;
const FOREIGN_TO_ALIKE = 30;
const ALIKE = 0.65;
const LEAST_WEIGHT = 0.02;
/** Depth that stands for the rim itself, and how far it mixes along the joint to tell whether it is plain. */
const RIM = 0.005;
/** Depth whose colours a bar takes where the rim is not plain: an edge of the table is not the ground. */
const GROUND = 0.04;
/** How far it mixes before it is drawn out, as a share of the joint: the grain of asphalt would become a fringe. */
const GRAIN_MIX_REACH = 0.05;
/** The outermost pixels of many photos are a line that scaling or sharpening left there: the bar takes their place. */
const LINE = 0.0015;

/** Three channels, the photo in its place. */
export function softlyPadded(photo: Raw, { canvas, x, y }: Placement): Raw {
  const picture = pasteOnto(createFilled(canvas, [255, 255, 255]), photo, { x, y });
  // Made for the first bar that needs it.
  let ground: Ground | null = null;
  const around = () => {
    ground ??= blurPhoto(photo, canvas);
    return ground;
  };
  const across = canvas.width;
  const [right, below] = [x + photo.width, y + photo.height];
  const level = { along: 1, count: photo.width, depth: photo.height };
  drawOn(picture, around, { ...level, first: (y - 1) * across + x, outward: -across, length: y });
  drawOn(picture, around, {
    ...level,
    first: below * across + x,
    outward: across,
    length: canvas.height - below,
  });
  // Left and right of what was drawn above and below as well.
  const upright = { along: across, count: canvas.height, depth: photo.width };
  drawOn(picture, around, { ...upright, first: x - 1, outward: -1, length: x });
  drawOn(picture, around, { ...upright, first: right, outward: 1, length: canvas.width - right });
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

function drawOn(picture: Raw, around: () => Ground, empty: Bar): void {
  const { data, width, height } = picture;
  if (empty.length <= 0) return;
  const long = Math.max(width, height);
  const line = Math.min(Math.ceil(LINE * long), Math.floor(empty.depth / 4));
  const bar = {
    ...empty,
    first: empty.first - line * empty.outward,
    length: empty.length + line,
    depth: empty.depth - line,
  };
  const rim = blurCourse(averageOutermost(data, bar, RIM * long), Math.round(RIM * long));
  const weights = weighPlaces(rim);
  const mixRim = (share: number) => mixWeighted(rim, weights, Math.round(share * bar.count));
  const even = mixRim(RIM_MIX_REACH);
  const isPlain =
    measureDistance(rim, even, weights) <= PLAIN && measureDistance(even, averageCourse(even)) <= EVEN;
  if (isPlain) drawRim(data, bar, { rim: mixRim(GRAIN_MIX_REACH), even, fade: FADE * long });
  else {
    const ground = readMedians(data, bar, GROUND * long);
    const calm = mixWeighted(ground, weighPlaces(ground), Math.round(GROUND_MIX_REACH * bar.count));
    drawGround(picture, bar, { ground: around(), calm, fade: Math.min(bar.length, JOIN * long) });
  }
}

function drawRim(
  data: Uint8Array,
  { first, along, outward, count, length }: Bar,
  { rim, even, fade }: { rim: Course; even: Course; fade: number },
): void {
  for (let away = 0; away < length; away++) {
    const share = away < fade ? (1 - away / fade) ** 2 : 0;
    let to = (first + away * outward) * 3;
    for (let i = 0; i < 3 * count; i += 3, to += along * 3) {
      for (let c = i; c < i + 3; c++) data[to + c - i] = even[c] + (rim[c] - even[c]) * share + 0.5;
    }
  }
}

function drawGround(
  { data, width, height }: Raw,
  { first, along, outward, count, length }: Bar,
  { ground, calm, fade }: { ground: Ground; calm: Course; fade: number },
): void {
  const colourAt = readGround(ground, { width, height });
  for (let away = 0; away < length; away++) {
    const share =
      GROUND_COLOUR_SHARE + (1 - GROUND_COLOUR_SHARE) * (away < fade ? (1 - away / fade) ** 2 : 0);
    let at = first + away * outward;
    for (let n = 0; n < count; n++, at += along) {
      const [x, y] = [at % width, Math.floor(at / width)];
      for (let c = 0; c < 3; c++) {
        const own = colourAt(x, y, c);
        data[3 * at + c] = own + (calm[3 * n + c] - own) * share + 0.5;
      }
    }
  }
}

/** Colours along a joint, three numbers a place. */
type Course = Float32Array;

/** Mean colours of the photo's outermost `deep` pixels. */
function averageOutermost(
  data: Uint8Array,
  { first, along, outward, count, depth }: Bar,
  deep: number,
): Course {
  const pixels = Math.max(1, Math.min(depth, Math.round(deep)));
  const course = new Float32Array(3 * count);
  for (let inward = 1; inward <= pixels; inward++) {
    let from = (first - inward * outward) * 3;
    for (let i = 0; i < 3 * count; i += 3, from += along * 3)
      for (let c = 0; c < 3; c++) course[i + c] = course[i + c] + data[from + c] / pixels;
  }
  return course;
}

/** Middles of the colours of the photo's outermost `deep` pixels: a line along the rim is none of them. */
function readMedians(data: Uint8Array, { first, along, outward, count, depth }: Bar, deep: number): Course {
  const pixels = Math.max(1, Math.min(depth, Math.round(deep)));
  const column = new Uint8Array(pixels);
  return Float32Array.from({ length: 3 * count }, (_, i) => {
    const from = (first + Math.floor(i / 3) * along) * 3 + (i % 3);
    for (let n = 0; n < pixels; n++) column[n] = data[from - 3 * (n + 1) * outward];
    return column.sort()[Math.floor(pixels / 2)];
  });
}

/** Root mean square, in levels. */
function measureDistance(one: Course, other: Course, weights?: Course): number {
  let [squares, all] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    const weight = weights?.[i] ?? 1;
    squares += weight * (one[i] - other[i]) ** 2;
    all += weight;
  }
  return Math.sqrt(squares / Math.max(1e-6, all));
}

/** Near 1 where the rim has about the colour that most of it has. */
function weighPlaces(rim: Course): Course {
  const middle = [0, 1, 2].map(
    (c) => rim.filter((_, i) => i % 3 === c).sort()[Math.floor(rim.length / 6)] ?? 0,
  );
  const weighBy = (foreign: number) =>
    rim.map((_, i) => {
      const first = i - (i % 3);
      const away = Math.hypot(...middle.map((value, c) => rim[first + c] - value)) / foreign;
      return LEAST_WEIGHT + (1 - LEAST_WEIGHT) * Math.exp((-away * away) / 2);
    });
  const alike = weighBy(FOREIGN_TO_ALIKE);
  const share = alike.reduce((sum, weight) => sum + weight, 0) / Math.max(1, alike.length);
  return share >= ALIKE ? alike : weighBy(FOREIGN);
}

function mixWeighted(course: Course, weights: Course, reach: number): Course {
  const all = blurCourse(weights, reach);
  return blurCourse(
    course.map((value, i) => value * weights[i]),
    reach,
  ).map((value, i) => value / all[i]);
}

/** The same colour all along: the course's mean. */
function averageCourse(course: Course): Course {
  const sums = [0, 0, 0];
  course.forEach((value, i) => {
    sums[i % 3] = sums[i % 3] + value;
  });
  return course.map((_, i) => (3 * sums[i % 3]) / course.length);
}

/** Three means of the neighbours are nearly a Gaussian. Beyond its ends a course goes on as it ends. */
function blurCourse(course: Course, reach: number): Course {
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
