/** Pure work on masks: one byte a pixel, 255 = object. */
import type { Size } from '#imaging/pixels/raw.ts';

export interface Mask extends Size {
  readonly data: Uint8Array;
}

export function emptyMask({ width, height }: Size): Mask {
  return { data: new Uint8Array(width * height), width, height };
}

/** Pixels of the object as a share of all. */
export function computeAreaShare({ data }: Mask): number {
  let count = 0;
  for (const value of data) if (value > 127) count++;
  return count / data.length;
}

/** Intersection over union of two masks of one size; 1 for two empty ones. */
export function computeMaskIou(a: Mask, b: Mask): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const [inA, inB] = [a.data[i] > 127, b.data[i] > 127];
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 1 : both / either;
}

/**
 * Asks `joins` about the four neighbours of each of the first `count` places in `queue`, and of those that it returned true for, each of
 * which it must do once only: `queue` has room for every place once. Returns how many it holds in the end.
 */
export function floodFill(
  { width, height }: Size,
  { queue, count }: { queue: Int32Array; count: number },
  joins: (at: number, from: number) => boolean,
): number {
  let tail = count;
  for (let head = 0; head < tail; head++) {
    const at = queue[head];
    const x = at % width;
    if (x > 0 && joins(at - 1, at)) queue[tail++] = at - 1;
    if (x < width - 1 && joins(at + 1, at)) queue[tail++] = at + 1;
    if (at >= width && joins(at - width, at)) queue[tail++] = at - width;
    if (at < width * (height - 1) && joins(at + width, at)) queue[tail++] = at + width;
  }
  return tail;
}

/** Connected areas (4 neighbours) of the pixels that `is` accepts: a label per pixel (0 = none) and each area's size. */
export function labelComponents(
  size: Size,
  is: (index: number) => boolean,
): { labels: Int32Array; sizes: number[]; touches: boolean[] } {
  const labels = new Int32Array(size.width * size.height);
  const sizes = [0];
  const queue = new Int32Array(labels.length);
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== 0 || !is(start)) continue;
    const label = sizes.length;
    labels[start] = label;
    queue[0] = start;
    const area = floodFill(size, { queue, count: 1 }, (at) => {
      if (labels[at] !== 0 || !is(at)) return false;
      labels[at] = label;
      return true;
    });
    sizes.push(area);
  }
  return { labels, sizes, touches: findBorderTouches(size, labels, sizes.length) };
}

/** Which of the areas reach the picture's border. */
function findBorderTouches({ width, height }: Size, labels: Int32Array, areas: number): boolean[] {
  const touches = new Array<boolean>(areas).fill(false);
  const look = (at: number) => {
    if (labels[at] > 0) touches[labels[at]] = true;
  };
  for (let x = 0; x < width; x++) for (const at of [x, (height - 1) * width + x]) look(at);
  for (let y = 0; y < height; y++) for (const at of [y * width, (y + 1) * width - 1]) look(at);
  return touches;
}

/** The largest area and those at least `share` of it; in a new mask. */
export function keepLargestAreas(mask: Mask, share = 1): { mask: Mask; share: number } {
  const { labels, sizes } = labelComponents(mask, (i) => mask.data[i] > 127);
  const most = Math.max(0, ...sizes.slice(1));
  const all = sizes.reduce((a, b) => a + b, 0);
  const kept = sizes.map((size, label) => label > 0 && size >= most * share);
  const data = mask.data.map((value, i) => (kept[labels[i]] ? value : 0));
  return { mask: { ...mask, data }, share: all === 0 ? 0 : most / all };
}

/** Holes that do not reach the picture's edge and are smaller than `share` of the object become object. */
export function withoutHoles(mask: Mask, share = 1): Mask {
  const { labels, sizes, touches } = labelComponents(mask, (i) => mask.data[i] <= 127);
  const object = computeAreaShare(mask) * mask.data.length;
  const data = mask.data.map((value, i) => {
    const label = labels[i];
    return label > 0 && !touches[label] && sizes[label] < share * object ? 255 : value;
  });
  return { ...mask, data };
}

/** Around the object, in pixels; null when there is none. */
export function computeMaskBounds({ data, width, height }: Mask) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let i = 0; i < data.length; i++) {
    if (data[i] <= 127) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
