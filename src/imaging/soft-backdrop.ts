/**
 * What a photo is padded with where no colour is asked: it goes on from its rim and dissolves. At the joint the rim is mirrored, so there
 * is no seam; each step away mixes more of the rim's neighbours, as a window lets light through. Never a blurred copy of what the photo
 * shows: that car again, beside itself, looks like a fault.
 */
import type { Placement } from '#domain/recipes/placement.ts';
import { filled, pasted, type Raw } from './raw.ts';

/** Shares of the canvas' long side: how far the mirrored rim is seen, how deep the rim is at most, and the first step of the mixing. */
const MIRROR = 0.03;
const RIM = 0.02;
const STEP = 0.002;
/** The outermost pixels of many photos are a line that scaling or sharpening left there: the bar takes their place. */
const LINE = 0.0015;
/** How much wider the mixing gets with each pixel away from the photo. */
const SPREAD = 0.6;

/** Three channels, the photo in its place. */
export function softlyPadded(photo: Raw, { canvas, x, y }: Placement): Raw {
  const picture = pasted(filled(canvas, [255, 255, 255]), photo, x, y);
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
  const { first, along, outward, count, length, depth } = bar;
  const step = Math.max(1, STEP * long);
  const courses = coursesOf(data, bar, step, Math.max(1, Math.min(depth, Math.round(RIM * long))));
  const mirror = Math.min(depth, MIRROR * long);
  for (let away = 0; away < length; away++) {
    const place = Math.log2(1 + away / step);
    const [near, far] = [courses[Math.floor(place)], courses[Math.floor(place) + 1]] as [Course, Course];
    const share = place % 1;
    const own = away < mirror ? (1 - away / mirror) ** 2 : 0;
    const back = (2 * away + 1) * outward * 3;
    let to = (first + away * outward) * 3;
    for (let i = 0; i < 3 * count; i += 3, to += along * 3) {
      for (let c = 0; c < 3; c++) {
        const from = near[i + c] as number;
        const mixed = from + ((far[i + c] as number) - from) * share;
        data[to + c] =
          own === 0 ? mixed + 0.5 : mixed + ((data[to - back + c] as number) - mixed) * own + 0.5;
      }
    }
  }
}

/** The rim's colours along the joint, three numbers a place. */
type Course = Float32Array;

/** As they are seen from 0, 1, 3, 7 … steps away: of an ever deeper rim, ever more mixed. */
function coursesOf(data: Uint8Array, bar: Bar, step: number, deepest: number): Course[] {
  const { first, along, outward, count, length } = bar;
  const sum = new Float32Array(3 * count);
  const courses: Course[] = [];
  let deep = 0;
  for (let n = 0; courses.length < 2 || step * (2 ** (n - 2) - 1) <= length; n++) {
    const away = step * (2 ** n - 1);
    const wanted = Math.min(deepest, Math.max(1, Math.round(away * SPREAD)));
    for (; deep < wanted; deep++) {
      let from = (first - (deep + 1) * outward) * 3;
      for (let i = 0; i < 3 * count; i += 3, from += along * 3)
        for (let c = 0; c < 3; c++) sum[i + c] = (sum[i + c] as number) + (data[from + c] as number);
    }
    const mean = sum.map((value) => value / deep);
    courses.push(mixed(mean, Math.round((away * SPREAD) / 1.7)));
  }
  return courses;
}

/** Three means of the neighbours are nearly a Gaussian. Beyond its ends a course goes on as it ends. */
function mixed(course: Course, reach: number): Course {
  if (reach === 0) return course;
  let from = course;
  for (let pass = 0; pass < 3; pass++) {
    const to = new Float32Array(from.length);
    const last = from.length - 3;
    for (let c = 0; c < 3; c++) {
      const at = (place: number) => from[Math.min(last, Math.max(0, 3 * place)) + c] as number;
      let sum = 0;
      for (let place = -reach; place <= reach; place++) sum += at(place);
      for (let place = 0; 3 * place <= last; place++) {
        to[3 * place + c] = sum / (2 * reach + 1);
        sum += at(place + reach + 1) - at(place - reach);
      }
    }
    from = to;
  }
  return from;
}
