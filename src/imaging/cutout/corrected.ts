/** A kept mask corrected by keep and remove strokes: the edge may move near them and near itself, nowhere else. */
import type { Stroke } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import type { OpenCv } from '#imaging/opencv.ts';
import type { Raw } from '#imaging/raw.ts';
import { nearEdge } from './edge.ts';
import { grabCut, MAYBE_BACKGROUND, MAYBE_OBJECT, SURE_BACKGROUND, SURE_OBJECT } from './grabcut.ts';
import { areasOf, type Mask, withoutHoles } from './mask.ts';
import { paint } from './strokes.ts';

const ITERATIONS = 2;
/** Shares of the long side: how far a stroke reaches, and how far the edge may move by itself. */
const REACH = 0.18;
const EDGE = 0.008;
const UNPAINTED = 255;
const LARGEST_FLAW = 0.03;

/** `previous` has the picture's size. */
export function corrected(
  cv: OpenCv,
  picture: Raw,
  previous: Mask,
  { box, strokes }: { box: Box | null; strokes: readonly Stroke[] },
): Mask {
  const { width, height } = picture;
  const long = Math.max(width, height);
  const painted = new Uint8Array(width * height).fill(UNPAINTED);
  paint(painted, picture, strokes);
  const free = reachOf(picture, strokes, box);
  const near = nearEdge(previous, Math.max(2, Math.round(EDGE * long)));
  const labels = painted.map((label, i) => {
    if (label !== UNPAINTED) return label;
    const object = (previous.data[i] as number) > 127;
    if (near[i] || free[i]) return object ? MAYBE_OBJECT : MAYBE_BACKGROUND;
    return object ? SURE_OBJECT : SURE_BACKGROUND;
  });
  const found = grabCut(cv, picture, labels, ITERATIONS) ?? previous;
  return withoutCrumbs(withWhatWasPainted(found, painted), previous, painted);
}

/** 1 where strokes let the object grow or shrink: around each stroke, within the box. */
function reachOf({ width, height }: Raw, strokes: readonly Stroke[], box: Box | null): Uint8Array {
  const free = new Uint8Array(width * height);
  const reach = REACH * Math.max(width, height);
  for (const { points, radius } of strokes) {
    const room = reach + radius * Math.max(width, height);
    const xs = points.map(({ x }) => x * width);
    const ys = points.map(({ y }) => y * height);
    const left = Math.max(0, (box?.x ?? 0) * width, Math.min(...xs) - room);
    const right = Math.min(width, box === null ? width : (box.x + box.width) * width, Math.max(...xs) + room);
    const top = Math.max(0, (box?.y ?? 0) * height, Math.min(...ys) - room);
    const bottom = Math.min(
      height,
      box === null ? height : (box.y + box.height) * height,
      Math.max(...ys) + room,
    );
    for (let y = Math.floor(top); y < bottom; y++)
      free.fill(1, y * width + Math.floor(left), y * width + Math.ceil(right));
  }
  return free;
}

/** Holes are filled but for those that somebody painted. */
function withWhatWasPainted(found: Mask, painted: Uint8Array): Mask {
  const filled = withoutHoles(found, LARGEST_FLAW);
  const data = Uint8Array.from(filled.data, (value, i) => (painted[i] === SURE_BACKGROUND ? 0 : value));
  return { ...filled, data };
}

/** A piece stays when the object was there before or somebody painted it. */
function withoutCrumbs(mask: Mask, previous: Mask, painted: Uint8Array): Mask {
  const { labels, sizes } = areasOf(mask, (i) => (mask.data[i] as number) > 127);
  const known = new Uint32Array(sizes.length);
  const wanted = new Uint8Array(sizes.length);
  labels.forEach((label, i) => {
    if ((previous.data[i] as number) > 127) known[label] = (known[label] as number) + 1;
    if (painted[i] === SURE_OBJECT) wanted[label] = 1;
  });
  const kept = sizes.map(
    (size, label) => label > 0 && (wanted[label] === 1 || (known[label] as number) * 3 > size),
  );
  return { ...mask, data: Uint8Array.from(mask.data, (value, i) => (kept[labels[i] as number] ? value : 0)) };
}
