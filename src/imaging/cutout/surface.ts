/** A smooth surface through scattered colours, by least squares. */
import type { Lab } from './lab.ts';

/** L, a, b at a pixel. */
export type Surface = (x: number, y: number) => readonly [number, number, number];

const TERMS = 6;
/** More samples make no better surface. */
const MOST_SAMPLES = 3000;

/** Quadratic in x and y; null for too few samples. */
export function quadraticSurface(lab: Lab, samples: readonly number[]): Surface | null {
  const { width } = lab;
  const termsAt = termsIn(lab);
  const step = Math.max(1, Math.floor(samples.length / MOST_SAMPLES));
  if (samples.length < 10 * TERMS) return null;
  const normal = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 3));
  for (let n = 0; n < samples.length; n += step) {
    const i = samples[n];
    const terms = termsAt(i % width, Math.floor(i / width));
    const values = [lab.l[i], lab.a[i], lab.b[i]];
    normal.forEach((row, r) => {
      const weight = terms[r];
      for (let c = 0; c < TERMS; c++) row[c] = row[c] + weight * terms[c];
      for (let k = 0; k < 3; k++) row[TERMS + k] = row[TERMS + k] + weight * values[k];
    });
  }
  if (!solveLinearSystem(normal)) return null;
  return (x, y) => {
    const terms = termsAt(x, y);
    const at = (k: number) => terms.reduce((sum, term, r) => sum + term * normal[r][TERMS + k], 0);
    return [at(0), at(1), at(2)];
  };
}

function termsIn({ width, height }: Lab): (x: number, y: number) => number[] {
  return (x, y) => {
    const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1];
    return [1, u, v, u * u, u * v, v * v];
  };
}

/** Gauss–Jordan with pivots, in place: the last columns become the solutions. */
function solveLinearSystem(rows: Float64Array[]): boolean {
  for (let c = 0; c < rows.length; c++) {
    let best = c;
    for (let r = c + 1; r < rows.length; r++) {
      if (Math.abs(rows[r][c]) > Math.abs(rows[best][c])) best = r;
    }
    const pivot = rows[best];
    if (Math.abs(pivot[c]) < 1e-9) return false;
    [rows[best], rows[c]] = [rows[c], pivot];
    const scale = pivot[c];
    pivot.forEach((value, k) => {
      pivot[k] = value / scale;
    });
    for (const row of rows) {
      const share = row[c];
      if (row === pivot || share === 0) continue;
      row.forEach((value, k) => {
        row[k] = value - share * pivot[k];
      });
    }
  }
  return true;
}
