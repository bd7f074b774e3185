/** The line that an object stands on, read off the lower edge of its outline. */

type Feet = Int32Array | Float32Array;

/** Slope up to which a bumper that is low all along stands for the wheel behind it, and from which a tyre's round bottom may fall. */
const GENTLE = 0.2;
/**
 * Slope up to which a tyre still stands, of a car seen nearly from the front: what follows its bottom, which may fall by a touch, is higher by
 * this many touches.
 */
const STEEPEST = 0.6;
const TYRE = 1.5;
/** Share of a contour that lies along the line where it is said to: a tyre beside it, or a bite out of it, ends higher. */
const ALONG = 0.95;
/** Width of a foot or a tyre at most, as a share of the object's. */
const FOOT = 0.15;

export interface GroundLine {
  /** Row of the ground under each column. */
  readonly rows: Float32Array;
  /** The outermost columns that it stands on. */
  readonly first: number;
  readonly last: number;
}

/**
 * Stretched from one lowest point to the next, level beyond the outermost that it stands on. `foot`: the lowest row of the object in each
 * column, below 0 where there is none; `touch`: nearer than that to the ground it touches it.
 */
export function groundUnder(foot: Feet, touch: number): GroundLine {
  const y = (x: number) => foot[x];
  const along = (from: number, to: number, x: number) =>
    y(from) + ((x - from) * (y(to) - y(from))) / (to - from);
  const stands = computeLowerHull(foot);
  const wide = (stands.at(-1) as number) - stands[0];
  /** The contour lies along the line to the next one, as a box' does, or it is a foot: what follows it inwards is higher. */
  const isStand = (outer: number, inner: number) => {
    const step = Math.sign(inner - outer);
    const slope = Math.abs((y(inner) - y(outer)) / (inner - outer));
    const near = slope <= GENTLE ? 3 * touch : touch;
    const apart = Math.abs(inner - outer);
    let off = 0;
    for (let x = outer; step * (inner - x) > 0; x += step) if (along(outer, inner, x) - y(x) > near) off++;
    if (apart >= FOOT * wide && off <= (1 - ALONG) * apart) return true;
    if (slope > STEEPEST) return false;
    const [rise, fall] = slope > GENTLE ? [TYRE * touch, touch] : [touch, 1];
    const reach = Math.min(apart, FOOT * wide);
    let highest = y(outer);
    for (let x = outer; step * (x - outer) < reach; x += step) {
      if (y(x) > y(outer) + fall) return false;
      highest = Math.min(highest, y(x));
      if (y(outer) - highest > rise) return true;
    }
    return false;
  };
  while (stands.length > 1 && y(stands[0]) < y(stands[1]) && !isStand(stands[0], stands[1])) stands.shift();
  while (stands.length > 1 && y(stands.at(-1) as number) < y(stands.at(-2) as number)) {
    if (isStand(stands.at(-1) as number, stands.at(-2) as number)) break;
    stands.pop();
  }
  const [first, last] = [stands[0], stands.at(-1) as number];
  const rows = Float32Array.from(foot, (_, x) => {
    if (x <= first) return y(first);
    if (x >= last) return y(last);
    const next = stands.findIndex((at) => at >= x);
    return along(stands[next - 1], stands[next], x);
  });
  return { rows, first, last };
}

/** Share of the object's width over which the shade under it is rounded where it stands to its end, and beyond that at most. */
const ROUND = { least: 0.04, most: 0.25 };

/**
 * The shade under an object is rounded at its ends, the more the farther it hangs over: how much of its depth is left in each column, 0–1.
 * `from`, `to`: its first column and the one after its last.
 */
export function roundedEnds({ first, last }: GroundLine, from: number, to: number): (x: number) => number {
  const over = (by: number) => (to - from) * Math.min(ROUND.most, ROUND.least + by / (to - from));
  const [left, right] = [over(Math.max(0, first - from)), over(Math.max(0, to - 1 - last))];
  return (x) => {
    const inside = Math.max(0, Math.min(1, (x + 0.5 - from) / left, (to - x - 0.5) / right));
    return Math.sqrt(inside * (2 - inside));
  };
}

/** Columns of the corners of a band pulled tight under the feet, from left to right. */
function computeLowerHull(foot: Feet): number[] {
  const rise = (from: number, to: number) => (foot[to] - foot[from]) / (to - from);
  const hull: number[] = [];
  for (let x = 0; x < foot.length; x++) {
    if (foot[x] < 0) continue;
    for (let last = hull.at(-1); last !== undefined && hull.length > 1; last = hull.at(-1)) {
      const before = hull.at(-2) as number;
      if (rise(before, x) < rise(before, last)) break;
      hull.pop();
    }
    hull.push(x);
  }
  return hull;
}
