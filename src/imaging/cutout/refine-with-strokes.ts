/** Corrects a kept mask by keep and remove strokes: the edge may move near them, nowhere else. */
import type { CutoutHints, Stroke } from '#domain/recipes/cutout.ts';
import type { Box, Point } from '#domain/recipes/geometry.ts';
import type { OpenCv } from '#imaging/pixels/opencv.ts';
import { cropToBox, type PixelBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { grabCut, MAYBE_BACKGROUND, MAYBE_OBJECT, SURE_BACKGROUND, SURE_OBJECT } from './grabcut.ts';
import { labelComponents, type Mask, withoutHoles } from './mask.ts';

const ITERATIONS = 2;
/** Shares of the long side: how far a stroke reaches, and how much around that is looked at. */
const REACH = 0.1;
const MARGIN = 0.06;
/** More areas than these are looked at together. */
const MOST_AREAS = 2;
export const UNPAINTED = 255;
const LARGEST_FLAW = 0.03;

/**
 * Returns the mask with the strokes' corrections. `previous` has the picture's size and knows the first `knownStrokes`: the edge moves only
 * around the others.
 */
export function refineWithStrokes(
  cv: OpenCv,
  { picture, previous }: { picture: Raw; previous: Mask },
  { box, strokes, knownStrokes }: CutoutHints & { knownStrokes: number },
): Mask {
  const painted = new Uint8Array(previous.data.length).fill(UNPAINTED);
  paintStrokes(painted, picture, strokes);
  const fresh = strokes.slice(knownStrokes);
  const each = areasAround(picture, fresh, box);
  // A person who only removes wants nothing added, and the other way round.
  const [adds, takes] = (['keep', 'remove'] as const).map((kind) =>
    fresh.some((stroke) => stroke.kind === kind),
  );
  const areas = each.length > MOST_AREAS ? [uniteBoxes(each)] : each;
  const data = Uint8Array.from(previous.data);
  for (const area of areas) foundAnew(cv, { picture, previous, painted, data }, area);
  painted.forEach((label, i) => {
    const was = previous.data[i] > 127;
    if (label !== UNPAINTED) data[i] = label === SURE_OBJECT ? 255 : 0;
    else if (was ? !takes : !adds) data[i] = was ? 255 : 0;
  });
  return withoutCrumbs(withWhatWasPainted({ ...previous, data }, painted), previous, painted);
}

/** Paints a person's strokes, in place and in the order they were made, as labels that GrabCut may not change. */
export function paintStrokes(labels: Uint8Array, size: Size, strokes: readonly Stroke[]): void {
  for (const { kind, radius, points } of strokes) {
    const label = kind === 'keep' ? SURE_OBJECT : SURE_BACKGROUND;
    const reach = Math.max(0.7, radius * Math.max(size.width, size.height));
    points.forEach((point, i) => {
      paintLine(labels, size, { from: points[i - 1] ?? point, to: point, reach, label });
    });
  }
}

/** Draws a line with round ends: dots half a radius apart. */
function paintLine(
  labels: Uint8Array,
  size: Size,
  { from, to, reach, label }: { from: Point; to: Point; reach: number; label: number },
): void {
  const [dx, dy] = [(to.x - from.x) * size.width, (to.y - from.y) * size.height];
  const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / Math.max(0.5, reach / 2)));
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    paintDot(labels, size, {
      x: from.x * size.width + dx * share,
      y: from.y * size.height + dy * share,
      reach,
      label,
    });
  }
}

function paintDot(
  labels: Uint8Array,
  { width, height }: Size,
  { x, y, reach, label }: { x: number; y: number; reach: number; label: number },
) {
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) <= reach) labels[row * width + column] = label;
    }
  }
}

interface Correction {
  readonly picture: Raw;
  readonly previous: Mask;
  readonly painted: Uint8Array;
  readonly data: Uint8Array;
}

/**
 * Finds the object anew in `area`, in place in `data`: a margin of known pixels around it tells GrabCut what the two sides look like there.
 */
function foundAnew(cv: OpenCv, { picture, previous, painted, data }: Correction, area: PixelBox): void {
  const { width, height } = picture;
  const margin = Math.round(MARGIN * Math.max(width, height));
  const seen = growPixelBox(area, margin, picture);
  const labels = new Uint8Array(seen.width * seen.height);
  visitBoxPixels(seen, width, (i, n) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const object = previous.data[i] > 127;
    const isEditable = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
    if (painted[i] !== UNPAINTED) labels[n] = painted[i];
    else if (isEditable) labels[n] = object ? MAYBE_OBJECT : MAYBE_BACKGROUND;
    else labels[n] = object ? SURE_OBJECT : SURE_BACKGROUND;
  });
  const found = grabCut(cv, cropToBox(picture, seen), { labels, iterations: ITERATIONS });
  if (found === null) return;
  visitBoxPixels(seen, width, (i, n) => {
    data[i] = found.data[n];
  });
}

function visitBoxPixels(box: PixelBox, width: number, visit: (index: number, inBox: number) => void): void {
  for (let y = box.y, n = 0; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++, n++) visit(y * width + x, n);
}

function uniteBoxes(areas: readonly PixelBox[]): PixelBox {
  const [x, y] = [Math.min(...areas.map((area) => area.x)), Math.min(...areas.map((area) => area.y))];
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}

function growPixelBox({ x, y, width, height }: PixelBox, by: number, size: Size): PixelBox {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)];
  const [right, bottom] = [Math.min(size.width, x + width + by), Math.min(size.height, y + height + by)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the boxes in which strokes let the object grow or shrink: one around each stroke, within the person's box. */
function areasAround({ width, height }: Size, strokes: readonly Stroke[], box: Box | null): PixelBox[] {
  const long = Math.max(width, height);
  const most = box ?? { x: 0, y: 0, width: 1, height: 1 };
  return strokes.flatMap(({ points, radius }) => {
    const room = (REACH + radius) * long;
    const xs = points.map(({ x }) => x * width);
    const ys = points.map(({ y }) => y * height);
    const left = Math.floor(Math.max(0, most.x * width, Math.min(...xs) - room));
    const right = Math.ceil(Math.min(width, (most.x + most.width) * width, Math.max(...xs) + room));
    const top = Math.floor(Math.max(0, most.y * height, Math.min(...ys) - room));
    const bottom = Math.ceil(Math.min(height, (most.y + most.height) * height, Math.max(...ys) + room));
    return right > left && bottom > top
      ? [{ x: left, y: top, width: right - left, height: bottom - top }]
      : [];
  });
}

/** Fills holes, except those that the person painted. */
function withWhatWasPainted(found: Mask, painted: Uint8Array): Mask {
  const filled = withoutHoles(found, LARGEST_FLAW);
  const data = filled.data.map((value, i) => (painted[i] === SURE_BACKGROUND ? 0 : value));
  return { ...filled, data };
}

/** Keeps the pieces where the object was before or the person painted; drops all others. */
function withoutCrumbs(mask: Mask, previous: Mask, painted: Uint8Array): Mask {
  const { labels, sizes } = labelComponents(mask, (i) => mask.data[i] > 127);
  const known = new Uint32Array(sizes.length);
  const wanted = new Uint8Array(sizes.length);
  labels.forEach((label, i) => {
    if (previous.data[i] > 127) known[label] = known[label] + 1;
    if (painted[i] === SURE_OBJECT) wanted[label] = 1;
  });
  const kept = sizes.map((size, label) => label > 0 && (wanted[label] === 1 || known[label] * 3 > size));
  return { ...mask, data: mask.data.map((value, i) => (kept[labels[i]] ? value : 0)) };
}
