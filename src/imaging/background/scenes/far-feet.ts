/**
 * Feet and wheels that stand farther back than the line that the object stands on, seen under its body: a car's far wheels, a chair's hind
 * legs. The floor shows each of them from its own lowest point on.
 */
import type { Stance } from './stance.ts';

export interface FarFoot {
  readonly first: number;
  readonly last: number;
  /** The highest row that is its own, and its lowest. */
  readonly top: number;
  readonly bottom: number;
}

/** Shares of the object's height: over the line that it stands on, and under the body on both sides. */
const LEAST_BACK = 0.03;
const LEAST_LONG = 0.06;
/** Largest width of a foot, as a share of the object's. */
const WIDEST = 0.16;

/** Shares of that: how much higher the edge gets, or how far it falls at once, before a wheel that hides the foot. */
const [DIP, JUMP] = [0.15, 0.5];

export function findFarFeet({ foot, line, box }: Pick<Stance, 'foot' | 'line' | 'box'>): FarFoot[] {
  const found: FarFoot[] = [];
  const long = LEAST_LONG * box.height;
  for (let x = line.first + 1; x < line.last; x++) {
    const bottom = foot[x];
    if (bottom < 0 || line.rows[x] - bottom < LEAST_BACK * box.height) continue;
    const [left, right] = [-1, 1].map((step) => findEnd(foot, { x, step, long })) as [number, number];
    if (left < 0 || right < 0 || right - left > WIDEST * box.width) continue;
    const body = [left, right].map((at) => foot[at]).filter((row) => row < bottom);
    const [first, last] = [left + 1, right - 1];
    // A round tyre's lowest column finds it once.
    if (body.length === 0 || found.at(-1)?.first === first) continue;
    if (bottom < Math.max(...foot.subarray(first, last + 1))) continue;
    found.push({ first, last, top: Math.ceil(Math.max(...body)), bottom });
  }
  return found;
}

/**
 * Returns the next column in which the object ends that much higher, or where a near wheel hides the rest of it; −1 where it gets lower by
 * and by, as at that wheel's own side, or ends.
 */
function findEnd(foot: Float32Array, { x, step, long }: { x: number; step: number; long: number }): number {
  let highest = foot[x];
  for (let at = x + step; at >= 0 && at < foot.length && foot[at] >= 0; at += step) {
    if (foot[at] <= foot[x] - long) return at;
    const isHidden = foot[x] - highest >= DIP * long || foot[at] - foot[at - step] >= JUMP * long;
    if (foot[at] > foot[x]) return isHidden ? at : -1;
    highest = Math.min(highest, foot[at]);
  }
  return -1;
}
