/**
 * Tells by an outline whether a photo that an object reaches the lower edge of cuts it off there. A tyre that touches the edge narrows
 * towards it; a body that goes on below is as wide right over it.
 */
import type { Box } from '#domain/recipes/geometry.ts';

/**
 * What touches the photo's lower edge: nothing; the sole alone, of which hardly anything is missing; feet that are cut through, under a body
 * that begins right over them; or the object itself.
 */
type FrameContact = 'none' | 'sole' | 'feet' | 'body';

/** Shares of the object's columns that touch the edge: up to the first nothing does, over the second it is no foot. */
const [SPECK, MOST] = [0.01, 0.3];
/** A sole or a foot gets this many times wider within these shares of the object's height. */
const WIDER = 1.4;
const [SOLE, FOOT] = [0.05, 0.15];

interface Outlined {
  readonly isObject: (x: number, y: number) => boolean;
  /** Around the object, in pixels. */
  readonly box: Box;
  /** The photo's last row. */
  readonly last: number;
}

export function readFrameContact(object: Outlined): FrameContact {
  const { box, last } = object;
  const touching = findRuns(object);
  const columns = touching.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (columns <= Math.max(1, SPECK * box.width)) return 'none';
  if (columns > MOST * box.width) return 'body';
  const tall = last - box.y + 1;
  const widenWithin = (share: number) =>
    touching.every((run) => isWiderAbove(run, object, Math.max(2, Math.round(share * tall))));
  return widenWithin(SOLE) ? 'sole' : widenWithin(FOOT) ? 'feet' : 'body';
}

type Run = readonly [from: number, to: number];

/** Returns the parts of the last row that are the object's. */
function findRuns({ isObject, box, last }: Outlined): Run[] {
  const runs: Run[] = [];
  let from = -1;
  for (let x = box.x; x <= box.x + box.width; x++) {
    const isIn = x < box.x + box.width && isObject(x, last);
    if (isIn && from < 0) from = x;
    if (isIn || from < 0) continue;
    runs.push([from, x - 1]);
    from = -1;
  }
  return runs;
}

function isWiderAbove([from, to]: Run, { isObject, box, last }: Outlined, rise: number): boolean {
  const wanted = WIDER * (to - from + 1);
  for (let y = last - 1; y >= Math.max(box.y, last - rise); y--) {
    let [left, right] = [from, to];
    while (left <= to && !isObject(left, y)) left++;
    if (left > to) return false;
    while (!isObject(right, y)) right--;
    while (left > box.x && isObject(left - 1, y)) left--;
    while (right < box.x + box.width - 1 && isObject(right + 1, y)) right++;
    if (right - left + 1 >= wanted) return true;
  }
  return false;
}
