/**
 * GrabCut often takes the shadow under an object for part of it. A shadow is the ground, darker: of the ground's colour, without an edge of
 * its own, reached from below. What is so is given back, where that leaves an edge as clear as before.
 */
import { seenEdge } from '#imaging/cutout/gate/seen-edge.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { computeMaskBounds, type Mask } from '#imaging/cutout/mask.ts';
import { tidyMask } from '#imaging/cutout/tidy.ts';

/** Shares of the object's height: the strip below it that shows the ground, and how far up its shadow may reach. */
const GROUND = 0.2;
const MOST_HEIGHT = 0.22;
/** Colour (ΔE without lightness) of a shadow against its ground; how dark it may get, as a share of the ground's lightness. */
const SAME_COLOUR = 12;
const DARKEST = 0.2;
/** Lightness per pixel of an edge. */
const EDGE = 12;
/** A shadow takes no more than this share of the object. */
const MOST_TAKEN = 0.2;

export function withoutGroundShadow(lab: Lab, mask: Mask): Mask {
  const box = computeMaskBounds(mask);
  if (box === null || box.y + box.height >= mask.height - 2) return mask;
  const { l, a, b } = lab;
  const { width, height, data } = mask;
  const ground = groundBelow(lab, mask, Math.max(3, Math.round(GROUND * box.height)));
  const top = box.y + Math.round((1 - MOST_HEIGHT) * box.height);
  const taken = new Uint8Array(data.length);
  const queue: number[] = [];
  const isShadow = (i: number) => {
    const x = i % width;
    const [gl, ga, gb] = [ground[x * 3], ground[x * 3 + 1], ground[x * 3 + 2]];
    const lightness = l[i];
    if (Number.isNaN(gl) || lightness > gl + 4 || lightness < DARKEST * gl) return false;
    const share = lightness / Math.max(1, gl);
    return Math.hypot(a[i] - ga * share, b[i] - gb * share) < SAME_COLOUR;
  };
  const visit = (i: number, from: number) => {
    if (taken[i] || data[i] <= 127 || i < top * width || !isShadow(i)) return;
    // The shadow's own outer edge may be sharp, what lies inside it may not.
    const isOuter = data[from] <= 127;
    if (!isOuter && Math.abs(l[i] - l[from]) > EDGE) return;
    taken[i] = 1;
    queue.push(i);
  };
  for (let i = top * width; i < (height - 1) * width; i++) {
    if (data[i] > 127 && data[i + width] <= 127) visit(i, i + width);
  }
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const x = at % width;
    if (x > 0) visit(at - 1, at);
    if (x < width - 1) visit(at + 1, at);
    visit(at - width, at);
    if (at < data.length - width) visit(at + width, at);
  }
  const without = tidyMask({ width, height, data: data.map((value, i) => (taken[i] ? 0 : value)) });
  const [before, after] = [countObjectPixels(mask), countObjectPixels(without)];
  if (after < (1 - MOST_TAKEN) * before) return mask;
  return seenEdge(lab, without) >= seenEdge(lab, mask) - 0.02 ? without : mask;
}

/** L, a, b of the ground under each column, where it is lit: the brightest pixel of the strip, over neighbours. NaN where there is none. */
export function groundBelow({ l, a, b }: Lab, { data, width, height }: Mask, deep: number): Float32Array {
  const sums = new Float64Array(width * 4);
  for (let x = 0; x < width; x++) {
    let bottom = height - 1;
    while (bottom >= 0 && data[bottom * width + x] <= 127) bottom--;
    if (bottom < 0) continue;
    let lit = -1;
    for (let y = bottom + 3; y < Math.min(height, bottom + 3 + deep); y++) {
      const i = y * width + x;
      if (lit < 0 || l[i] > l[lit]) lit = i;
    }
    if (lit >= 0) sums.set([l[lit], a[lit], b[lit], 1], x * 4);
  }
  const reach = Math.round(width * 0.04);
  const ground = new Float32Array(width * 3);
  for (let x = 0; x < width; x++) {
    const total = [0, 0, 0, 0];
    for (let n = Math.max(0, x - reach); n <= Math.min(width - 1, x + reach); n++) {
      for (let c = 0; c < 4; c++) total[c] = total[c] + sums[n * 4 + c];
    }
    for (let c = 0; c < 3; c++) ground[x * 3 + c] = total[c] / total[3];
  }
  return ground;
}

function countObjectPixels({ data }: Mask): number {
  return data.reduce((sum, value) => sum + (value >> 7), 0);
}
