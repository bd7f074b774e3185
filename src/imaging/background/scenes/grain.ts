/** Noise without chance: the same for the same place, so that a scene is the same bytes whenever it is made. */
const SIDE = 256;
const MASK = SIDE * SIDE - 1;

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Levels of the fine noise: less than is seen, enough for a gradient without bands in a JPEG too. */
const LEVELS = 1.3;

/** Triangular, levels: what rounding takes, it gives back evenly. Read in rows that begin at places without a pattern. */
export const FINE = (() => {
  const random = randomFrom(1);
  return Float32Array.from({ length: SIDE * SIDE }, () => LEVELS * (random() - random()));
})();

export function rowOfFine(y: number): number {
  return Math.imul(y + 1, 40_503) & MASK;
}

export const FINE_MASK = MASK;

/** Clouds of three sizes, −1–1, which repeat without a seam. */
const CLOUDS = (() => {
  const random = randomFrom(7);
  const plane = new Float32Array(SIDE * SIDE);
  for (const [cells, weight] of [
    [8, 0.5],
    [24, 0.3],
    [96, 0.2],
  ] as const) {
    const values = Float32Array.from({ length: cells * cells }, () => 2 * random() - 1);
    const at = (x: number, y: number) => values[(y % cells) * cells + (x % cells)];
    for (let y = 0, i = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++, i++) {
        const [u, v] = [(x * cells) / SIDE, (y * cells) / SIDE];
        const [left, top] = [Math.floor(u), Math.floor(v)];
        const [s, t] = [smoothStep(u - left), smoothStep(v - top)];
        const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * s;
        const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * s;
        plane[i] = plane[i] + weight * (upper + (lower - upper) * t);
      }
    }
  }
  return plane;
})();

function smoothStep(share: number): number {
  return share * share * (3 - 2 * share);
}

/** `u`, `v`: places on a surface, 256 to a repetition. */
export function sampleClouds(u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [s, t] = [u - left, v - top];
  const [row, next] = [(top & 255) << 8, ((top + 1) & 255) << 8];
  const [column, right] = [left & 255, (left + 1) & 255];
  const upper = CLOUDS[row | column] + (CLOUDS[row | right] - CLOUDS[row | column]) * s;
  const lower = CLOUDS[next | column] + (CLOUDS[next | right] - CLOUDS[next | column]) * s;
  return upper + (lower - upper) * t;
}
