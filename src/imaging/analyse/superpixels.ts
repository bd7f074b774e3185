/** Splits a small picture into patches of one colour each (simple linear iterative clustering, after Achanta et al. 2012). */
import type { Size } from '#imaging/pixels/raw.ts';

const ROUNDS = 5;
/** Weight of the place beside the colour: a patch's own width counts as so many units of Lab. */
const COMPACT = 14;

export interface Patches {
  /** The number of its patch, for each pixel. */
  readonly patchAt: Int32Array;
  /** For each patch: the mean of each plane, then its middle in pixels. */
  readonly means: readonly Float64Array[];
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly neighbours: readonly (readonly number[])[];
  /** Patches that touch the picture's edges. */
  readonly outer: readonly number[];
}

interface Planes extends Size {
  /** L, a and b come first and decide where a pixel belongs. */
  readonly planes: readonly Float32Array[];
}

/** Returns about `count` patches. */
export function splitIntoPatches(picture: Planes, count: number): Patches {
  const { planes, width, height } = picture;
  const side = Math.sqrt((width * height) / count);
  const across = Math.max(3, Math.round(width / side));
  const down = Math.max(3, Math.round(height / side));
  const patchAt = Int32Array.from({ length: width * height }, (_, i) => {
    const column = Math.floor(((i % width) * across) / width);
    return Math.floor((Math.floor(i / width) * down) / height) * across + column;
  });
  const xs = Float32Array.from(patchAt, (_, i) => i % width);
  const ys = Float32Array.from(patchAt, (_, i) => Math.floor(i / width));
  const all = [...planes, xs, ys];
  const none = all.map(() => new Float64Array(across * down));
  let means = averagePatches(all, patchAt, none);
  for (let round = 0; round < ROUNDS; round++) {
    reassignPixels(picture, { means, across, down }, patchAt);
    means = averagePatches(all, patchAt, means);
  }
  const [x, y] = means.slice(-2) as [Float64Array, Float64Array];
  return { patchAt, means: means.slice(0, -2), x, y, ...linkPatches(patchAt, picture, across * down) };
}

/** A patch that lost all its pixels stays as it was before. */
function averagePatches(
  planes: readonly Float32Array[],
  patchAt: Int32Array,
  before: readonly Float64Array[],
): Float64Array[] {
  const pixels = new Uint32Array(before[0]?.length ?? 0);
  for (const patch of patchAt) pixels[patch] = pixels[patch] + 1;
  return planes.map((plane, n) => {
    const sums = new Float64Array(pixels.length);
    for (let i = 0; i < patchAt.length; i++) sums[patchAt[i]] = sums[patchAt[i]] + plane[i];
    return sums.map((sum, patch) => (pixels[patch] === 0 ? (before[n]?.[patch] ?? 0) : sum / pixels[patch]));
  });
}

/** Gives every pixel to the nearest of the nine patches around it, in colour and place. */
function reassignPixels(
  { planes, width, height }: Planes,
  { means, across, down }: { means: readonly Float64Array[]; across: number; down: number },
  patchAt: Int32Array,
): void {
  const [l, a, b] = planes as [Float32Array, Float32Array, Float32Array];
  const [ml, ma, mb] = means as [Float64Array, Float64Array, Float64Array];
  const [mx, my] = means.slice(-2) as [Float64Array, Float64Array];
  const weight = (COMPACT * COMPACT * across * down) / (width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((y * down) / height);
    for (let x = 0; x < width; x++, i++) {
      const column = Math.floor((x * across) / width);
      let least = Number.POSITIVE_INFINITY;
      for (let v = Math.max(0, row - 1); v <= Math.min(down - 1, row + 1); v++)
        for (let u = Math.max(0, column - 1); u <= Math.min(across - 1, column + 1); u++) {
          const k = v * across + u;
          const away = weight * ((x - mx[k]) ** 2 + (y - my[k]) ** 2);
          const distance = away + (l[i] - ml[k]) ** 2 + (a[i] - ma[k]) ** 2 + (b[i] - mb[k]) ** 2;
          if (distance >= least) continue;
          least = distance;
          patchAt[i] = k;
        }
    }
  }
}

function linkPatches(patchAt: Int32Array, { width, height }: Size, count: number) {
  const links = Array.from({ length: count }, () => new Set<number>());
  const outer = new Set<number>();
  const link = (one: number, other: number) => {
    if (one === other) return;
    links[one]?.add(other);
    links[other]?.add(one);
  };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) outer.add(patchAt[i]);
      if (x + 1 < width) link(patchAt[i], patchAt[i + 1]);
      if (y + 1 < height) link(patchAt[i], patchAt[i + width]);
    }
  return { neighbours: links.map((each) => [...each]), outer: [...outer] };
}
