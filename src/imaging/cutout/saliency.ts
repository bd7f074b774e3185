/**
 * Salience against the picture's edges, without any model: how much every way from a pixel to the edge must change in colour (the
 * minimum barrier distance, by raster passes, after Zhang et al. 2015), and how little its colour is one of the edges' colours.
 */
import { invertMatrix, type Matrix } from '#imaging/pixels/matrix.ts';
import type { Lab } from './lab.ts';
import type { Mask } from './mask.ts';

const PASSES = 3;
/** Share of the shorter side that counts as edge. */
const RIM = 0.08;

/** 0–255, 255 = stands out most. */
export function computeSaliency(lab: Lab): Mask {
  const { width, height } = lab;
  const barrier = new Float32Array(width * height);
  for (const plane of [lab.l, lab.a, lab.b]) addBarrier(plane, lab, barrier);
  const foreign = measureForeignness(lab);
  const [b, f] = [findMaximum(barrier), findMaximum(foreign)];
  const data = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const mixed = barrier[i] / b + foreign[i] / f;
      data[i] = Math.min(255, Math.round(127.5 * mixed * computeCentreWeight(x / width, y / height)));
    }
  }
  return { data, width, height };
}

/** Objects stand in the middle more often than not, a little below it. */
function computeCentreWeight(x: number, y: number): number {
  const [dx, dy] = [(x - 0.5) / 0.5, (y - 0.54) / 0.5];
  return 1 - 0.35 * Math.min(1, dx ** 4 + dy ** 4);
}

function addBarrier(plane: Float32Array, { width, height }: Lab, sum: Float32Array): void {
  const high = Float32Array.from(plane);
  const low = Float32Array.from(plane);
  const distance = new Float32Array(plane.length).fill(1e9);
  for (let i = 0; i < plane.length; i++) {
    const x = i % width;
    if (x === 0 || x === width - 1 || i < width || i >= plane.length - width) distance[i] = 0;
  }
  const look = (at: number, from: number) => {
    const value = plane[at];
    const [h, l] = [Math.max(high[from], value), Math.min(low[from], value)];
    if (h - l >= distance[at]) return;
    distance[at] = h - l;
    high[at] = h;
    low[at] = l;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass % 2 === 0) {
      for (let y = 1; y < height - 1; y++)
        for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
          look(i, i - width);
          look(i, i - 1);
        }
    } else {
      for (let y = height - 2; y > 0; y--)
        for (let x = width - 2, i = y * width + x; x > 0; x--, i--) {
          look(i, i + width);
          look(i, i + 1);
        }
    }
  }
  for (let i = 0; i < sum.length; i++) sum[i] = sum[i] + distance[i];
}

/** Sum of the Mahalanobis distances to the four edges' colours without the largest: one odd edge makes nothing stand out. */
function measureForeignness(lab: Lab): Float32Array {
  const { width, height } = lab;
  const rim = Math.max(2, Math.round(RIM * Math.min(width, height)));
  const sides = [
    distanceFrom(lab, (_x, y) => y < rim),
    distanceFrom(lab, (_x, y) => y >= height - rim),
    distanceFrom(lab, (x) => x < rim),
    distanceFrom(lab, (x) => x >= width - rim),
  ];
  return Float32Array.from({ length: width * height }, (_, i) => {
    const values = sides.map((side) => side[i]);
    return values.reduce((a, b) => a + b) - Math.max(...values);
  });
}

function distanceFrom(lab: Lab, isIn: (x: number, y: number) => boolean): Float32Array {
  const { l, a, b, width } = lab;
  const planes = [l, a, b];
  const mean = [0, 0, 0];
  const squares = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let count = 0;
  for (let i = 0; i < l.length; i++) {
    if (!isIn(i % width, Math.floor(i / width))) continue;
    count++;
    for (let c = 0; c < 3; c++) {
      mean[c] = mean[c] + planes[c][i];
      for (let d = 0; d < 3; d++) squares[c * 3 + d] = squares[c * 3 + d] + planes[c][i] * planes[d][i];
    }
  }
  for (let c = 0; c < 3; c++) mean[c] = mean[c] / count;
  const spread = squares.map(
    (sum, k) => sum / count - mean[Math.floor(k / 3)] * mean[k % 3] + (k % 4 === 0 ? 8 : 0),
  );
  const m = invertMatrix(spread as unknown as Matrix);
  const distance = new Float32Array(l.length);
  for (let i = 0; i < l.length; i++) {
    const d = planes.map((plane, c) => plane[i] - mean[c]) as [number, number, number];
    let sum = 0;
    for (let c = 0; c < 3; c++) for (let e = 0; e < 3; e++) sum += d[c] * m[c * 3 + e] * d[e];
    distance[i] = Math.sqrt(Math.max(0, sum));
  }
  const most = findMaximum(distance);
  return distance.map((value) => value / most);
}

function findMaximum(values: Float32Array): number {
  let most = 1e-6;
  for (const value of values) if (value > most) most = value;
  return most;
}
