/** A smooth curve through points that never overshoots between them (monotone cubic). */
function curve(...points: readonly (readonly [number, number])[]): (x: number) => number {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const slopes = xs
    .slice(1)
    .map((x, n) => ((ys[n + 1] as number) - (ys[n] as number)) / (x - (xs[n] as number)));
  const tangents = xs.map((_, n) => {
    const [a, b] = [slopes[n - 1] ?? (slopes[n] as number), slopes[n] ?? (slopes[n - 1] as number)];
    return a * b <= 0 ? 0 : (2 * a * b) / (a + b);
  });
  return (x) => {
    const n = Math.max(
      0,
      Math.min(
        xs.length - 2,
        xs.findLastIndex((value) => value <= x),
      ),
    );
    const wide = (xs[n + 1] as number) - (xs[n] as number);
    const t = Math.max(0, Math.min(1, (x - (xs[n] as number)) / wide));
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * (ys[n] as number) +
      (t3 - 2 * t2 + t) * wide * (tangents[n] as number) +
      (3 * t2 - 2 * t3) * (ys[n + 1] as number) +
      (t3 - t2) * wide * (tangents[n + 1] as number)
    );
  };
}

/** The hatchback in metres: x forward, half a length each way; wheels, and the outline's curves along x. */
export const HALF_LENGTH = 1.95;
export const WHEEL_X = [-1.2, 1.22] as const;
export const WHEEL_Y = 0.315;
export const WHEEL_RADIUS = 0.315;
export const ARCH_RADIUS = 0.375;

const roof = curve(
  [-1.95, 0.99],
  [-1.86, 1.06],
  [-1.7, 1.2],
  [-1.5, 1.335],
  [-1.2, 1.41],
  [-0.6, 1.46],
  [-0.1, 1.46],
  [0.2, 1.41],
  [0.6, 1.185],
  [0.98, 0.96],
  [1.06, 0.93],
  [1.4, 0.88],
  [1.7, 0.81],
  [1.95, 0.72],
);
const waist = curve(
  [-1.95, 0.95],
  [-1.2, 0.96],
  [0, 0.92],
  [0.95, 0.875],
  [1.4, 0.82],
  [1.7, 0.74],
  [1.95, 0.64],
);
const sill = curve([-1.95, 0.28], [-1.6, 0.22], [-0.9, 0.185], [0.9, 0.185], [1.6, 0.2], [1.95, 0.22]);
const plan = curve(
  [-1.95, 0.74],
  [-1.6, 0.81],
  [-0.8, 0.85],
  [0.6, 0.85],
  [1.3, 0.83],
  [1.6, 0.79],
  [1.8, 0.7],
  [1.95, 0.54],
);
const NOSE = 0.5;

/** Share of the body's fullness that is left towards its ends: 1 along the sides, rounding to 0 at the very tip. */
function fullness(x: number): number {
  const start = x > 0 ? 1.72 : 1.78;
  const t = Math.max(0, (Math.abs(x) - start) / (HALF_LENGTH - start));
  return (1 - Math.min(1, t) ** 3) ** (1 / 3);
}

const towardsNose = (y: number, x: number): number => NOSE + (y - NOSE) * fullness(x);

export const topAt = (x: number): number => towardsNose(roof(x), x);
const bottomAt = (x: number): number => towardsNose(sill(x), x);
export const beltAt = (x: number): number => towardsNose(Math.min(waist(x), roof(x) - 0.05), x);

/** Corners [z, y] of the cross-section at x from the sill (mark 0) over the belt (4) and the roof's rail (5) to its middle (7). */
export function section(x: number): [number, number][] {
  const half = plan(x) * (0.25 + 0.75 * fullness(x)) * Math.min(1, fullness(x) * 4);
  const [bottom, belt, top] = [bottomAt(x), beltAt(x), topAt(x)];
  const side = belt - bottom;
  const cabin = top - belt;
  const glass = Math.min(1, Math.max(0, (cabin - 0.08) / 0.2));
  const rail = half - 0.05 - 0.34 * cabin - 0.1 * (1 - glass);
  const rounding = 0.035 + 0.055 * glass;
  return [
    [half * 0.86, bottom],
    [half * 0.965, bottom + side * 0.1],
    [half, bottom + side * 0.5],
    [half * 0.988, bottom + side * 0.86],
    [half * 0.945, belt],
    [rail, top - rounding * Math.min(1, cabin * 3)],
    [rail * 0.8, top - 0.024 * Math.min(1, cabin * 4)],
    [0, top],
  ];
}

type ZY = readonly [number, number];

/** A point of the section's smooth line (Catmull–Rom) at `mark` 0…7. */
export function onSection(corners: readonly (readonly [number, number])[], mark: number): [number, number] {
  const n = Math.min(corners.length - 2, Math.floor(mark));
  const t = mark - n;
  const last = corners.length - 1;
  const [p1, p2] = [corners[n] as ZY, corners[n + 1] as ZY];
  const p0 = n === 0 ? p1 : (corners[n - 1] as ZY);
  // Past the middle of the roof the curve goes on as its own mirror image.
  const p3 =
    n + 2 > last
      ? ([-(corners[last - 1] as ZY)[0], (corners[last - 1] as ZY)[1]] as const)
      : (corners[n + 2] as ZY);
  const tight = 0.32;
  const blend = (c: 0 | 1): number => {
    const m1 = (p2[c] - p0[c]) * tight;
    const m2 = (p3[c] - p1[c]) * tight;
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * p1[c] + (t3 - 2 * t2 + t) * m1 + (3 * t2 - 2 * t3) * p2[c] + (t3 - t2) * m2
    );
  };
  return [blend(0), blend(1)];
}
