/**
 * Cuts out things on a sheet, in a photo box, against a wall: the rim's colours make a smooth surface (quadratic in x and y, per Lab
 * channel), and what can be reached from the rim without leaving it is ground, soft shadows included.
 */
import { getLab, type Lab } from './lab.ts';
import { floodFill, type Mask } from './mask.ts';
import { MASK_SIDE, type Segmenter } from './segmenter.ts';
import { quadraticSurface, type Surface } from './surface.ts';
import { tidyMask } from './tidy.ts';

/** Share of the shorter side that is rim, and share of the rim that must be ground. */
const RIM = 0.05;
const LEAST_PLAIN = 0.7;
/** Spread (ΔE) of the rim about its surface above which nothing is plain. */
const MOST_SPREAD = 3;
/** ΔE from the surface up to which a pixel is ground: a least, and times the spread. */
const LEAST_OFF = 5;
const SPREADS = 2.5;
/** Limits of a shadow: how much darker it is at the same colour, and without an edge (lightness per pixel). */
const DARKER = 45;
const SAME_COLOUR = 5;
const EDGE = 2.2;
const ROUNDS = 4;

export const byPlainGround: Segmenter = async ({ at }) => {
  const found = plainCut(getLab(await at(MASK_SIDE)));
  return found === null ? null : { engine: 'plain', mask: found.mask, agreement: found.plainness };
};

/** Returns null where the rim is not plain. `plainness` 0–1. */
function plainCut(lab: Lab): { mask: Mask; plainness: number } | null {
  const rim = listRimPixels(lab);
  let counted = rim;
  let surface: Surface | null = null;
  let spread = 0;
  for (let round = 0; round < ROUNDS; round++) {
    surface = quadraticSurface(lab, counted);
    if (surface === null) return null;
    const off = offSurface(lab, surface);
    const distances = counted.map(off).sort((a, b) => a - b);
    spread = 1.2 * distances[Math.floor(distances.length / 2)];
    const limit = Math.max(LEAST_OFF, SPREADS * spread);
    counted = rim.filter((i) => off(i) <= limit);
  }
  const share = counted.length / rim.length;
  if (surface === null || spread > MOST_SPREAD || share < LEAST_PLAIN) return null;
  const mask = tidyMask(
    floodFromSeeds(lab, surface, { seeds: counted, limit: Math.max(LEAST_OFF, SPREADS * spread) }),
  );
  return { mask, plainness: Math.min(1, (share - LEAST_PLAIN / 2) / (1 - LEAST_PLAIN / 2) + 0.2) };
}

function listRimPixels({ width, height }: Lab): number[] {
  const reach = Math.max(2, Math.round(RIM * Math.min(width, height)));
  const rim: number[] = [];
  for (let y = 0; y < height; y++) {
    const row = y < reach || y >= height - reach;
    for (let x = 0; x < width; x++) if (row || x < reach || x >= width - reach) rim.push(y * width + x);
  }
  return rim;
}

function offSurface({ l, a, b, width }: Lab, surface: Surface): (index: number) => number {
  return (i) => {
    const [sl, sa, sb] = surface(i % width, Math.floor(i / width));
    return Math.hypot(l[i] - sl, a[i] - sa, b[i] - sb);
  };
}

/** Returns a mask, 255 where the flood from `seeds` does not come. */
function floodFromSeeds(
  lab: Lab,
  surface: Surface,
  { seeds, limit }: { seeds: readonly number[]; limit: number },
): Mask {
  const { l, a, b, width, height } = lab;
  const data = new Uint8Array(width * height).fill(255);
  const queue = new Int32Array(width * height);
  let count = 0;
  const joins = (i: number, from: number) => {
    if (data[i] === 0 || !isGround(i, from)) return false;
    data[i] = 0;
    return true;
  };
  const isGround = (i: number, from: number) => {
    const [sl, sa, sb] = surface(i % width, Math.floor(i / width));
    const [dl, colour] = [l[i] - sl, Math.hypot(a[i] - sa, b[i] - sb)];
    if (Math.hypot(dl, colour) <= limit) return true;
    // A shadow's colour fades with its light.
    const allowed = SAME_COLOUR + 0.15 * Math.hypot(sa, sb);
    if (dl > 0 || dl < -DARKER || colour > allowed) return false;
    return Math.abs(l[i] - l[from]) < EDGE;
  };
  for (const seed of seeds) if (joins(seed, seed)) queue[count++] = seed;
  floodFill(lab, { queue, count }, joins);
  return { data, width, height };
}
