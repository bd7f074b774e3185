/**
 * Measures how much each place of a picture belongs to a thing and not to its ground, however textured that is (grass, wood, tiles, a
 * carpet). A ground touches the picture's edges much for its size; a thing differs from the ground near it (robust background detection,
 * after Zhu et al. 2014).
 */
import type { Size } from '#imaging/pixels/raw.ts';
import { type Patches, splitIntoPatches } from './superpixels.ts';

const PATCHES = 220;
/** Units of Lab and texture up to which patches are alike. */
const ALIKE = 10;
/** Patches so many times less alike count for nothing. */
const FAR = 4;
/** Reach of the ground that a patch is compared with, as a share of the long side. */
const NEAR = 0.3;
/** Distance up to which neighbours are taken together whatever their colours. */
const TOGETHER = 0.1;
const ROUNDS = 60;
/** Share of the picture that is as salient as can be: by a print alone the pale shirt around it would be ground. */
const MOST_SALIENT = 0.13;
/** A rim whose patches differ less is a studio's wall or a sheet: what is faint on it is lost here. */
const PLAIN = 0.75;

interface Level extends Size {
  /** L, a, b, texture. */
  readonly planes: readonly Float32Array[];
}

/** Returns 0–1 for each place; null on a plain ground. */
export function measureSalience(level: Level): Float32Array | null {
  const patches = splitIntoPatches(level, PATCHES);
  const distances = compareAll(patches);
  if (measureRim(patches, distances) < PLAIN) return null;
  const ground = findGround(patches, distances);
  const thing = contrastWith(ground, {
    patches,
    distances,
    reach: NEAR * Math.max(level.width, level.height),
  });
  const values = spreadSalience(thing, ground, { patches, distances });
  const places = Float32Array.from(patches.patchAt, (patch) => values[patch]);
  const sorted = Float32Array.from(places).sort();
  const [least, most] = [sorted[0] ?? 0, sorted[Math.floor((1 - MOST_SALIENT) * sorted.length)] ?? 0];
  return places.map((value) => Math.min(1, (value - least) / Math.max(1e-6, most - least)));
}

type Distances = readonly Float64Array[];

function compareAll({ means, x }: Patches): Distances {
  return Array.from(x, (_, one) =>
    Float64Array.from(x, (_, other) => {
      let sum = 0;
      for (const mean of means) sum += (mean[one] - mean[other]) ** 2;
      return Math.sqrt(sum);
    }),
  );
}

/** Returns the median difference between a patch on the edge and the most alike one beside it there. */
function measureRim({ outer, neighbours }: Patches, distances: Distances): number {
  const isOuter = new Set(outer);
  const least = outer.map((patch) => {
    const beside = neighbours[patch]?.filter((other) => isOuter.has(other)) ?? [];
    return Math.min(...beside.map((other) => distances[patch]?.[other] ?? 0));
  });
  return least.filter(Number.isFinite).sort((a, b) => a - b)[Math.floor(least.length / 2)] ?? 0;
}

/** Returns 0–1 for each patch: how much its region, everything alike without a break, lies on the edges. */
function findGround(patches: Patches, distances: Distances): Float64Array {
  const { neighbours, outer } = patches;
  // A difference that the most alike neighbours have too is none.
  const least = neighbours.map((near, one) => Math.min(...near.map((other) => distances[one]?.[other] ?? 0)));
  const none = least.filter(Number.isFinite).reduce((sum, value) => sum + value, 0) / least.length;
  const steps = distances.map((row) => row.map((value) => Math.max(0, value - none)));
  const isOuter = new Set(outer);
  // All patches on the edges are neighbours.
  const links = neighbours.map((near, patch) =>
    isOuter.has(patch) ? [...new Set([...near, ...outer])] : near,
  );
  return Float64Array.from(neighbours, (_, patch) => {
    const alike = findWays(patch, links, steps).map((way) => Math.exp(-(way * way) / (2 * ALIKE * ALIKE)));
    const area = alike.reduce((sum, value) => sum + value, 0);
    const edge = outer.reduce((sum, other) => sum + alike[other], 0);
    return 1 - Math.exp(-(edge * edge) / area / 2);
  });
}

/** Returns the least sum of steps on a way to every patch (Dijkstra), as far as it says anything. */
function findWays(from: number, links: readonly (readonly number[])[], steps: Distances): Float64Array {
  const ways = new Float64Array(links.length).fill(1e9);
  const isDone = new Uint8Array(links.length);
  ways[from] = 0;
  for (;;) {
    let next = -1;
    let way = FAR * ALIKE;
    for (let patch = 0; patch < ways.length; patch++) {
      if (isDone[patch] === 1 || ways[patch] >= way) continue;
      next = patch;
      way = ways[patch];
    }
    if (next < 0) return ways;
    isDone[next] = 1;
    const step = steps[next] as Float64Array;
    for (const other of links[next] as readonly number[]) {
      const through = way + step[other];
      if (through < ways[other]) ways[other] = through;
    }
  }
}

interface Compared {
  readonly patches: Patches;
  readonly distances: Distances;
}

/** Returns 0–1 for each patch: how much it differs from the ground near it. */
function contrastWith(
  ground: Float64Array,
  { patches: { x, y }, distances, reach }: Compared & { readonly reach: number },
): Float64Array {
  const contrast = x.map((_, one) => {
    const row = distances[one] as Float64Array;
    let sum = 0;
    for (let other = 0; other < ground.length; other++) {
      const away = ((x[one] - x[other]) ** 2 + (y[one] - y[other]) ** 2) / (reach * reach);
      sum += row[other] * Math.exp(-away / 2) * ground[other];
    }
    return sum;
  });
  const most = Math.max(1e-6, ...contrast);
  return contrast.map((value) => value / most);
}

/** Solves by least squares: 1 where `thing` is, 0 where `ground` is, and alike among alike neighbours. */
function spreadSalience(
  thing: Float64Array,
  ground: Float64Array,
  { patches: { neighbours }, distances }: Compared,
): Float64Array {
  const values = Float64Array.from(thing);
  const weights = neighbours.map((near, one) =>
    near.map((other) => Math.exp(-((distances[one]?.[other] ?? 0) ** 2) / (2 * ALIKE * ALIKE)) + TOGETHER),
  );
  for (let round = 0; round < ROUNDS; round++)
    for (const [patch, near] of neighbours.entries()) {
      let [sum, all] = [thing[patch], thing[patch] + ground[patch]];
      for (const [n, other] of near.entries()) {
        const weight = weights[patch]?.[n] ?? 0;
        sum += weight * values[other];
        all += weight;
      }
      values[patch] = sum / Math.max(1e-9, all);
    }
  return values;
}
