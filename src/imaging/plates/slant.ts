/** The slant of characters: on a plate that is turned, or seen from the side and above, their strokes are not upright. */
import type { GreyLevel } from './grey.ts';
import type { GlyphRow } from './rows.ts';

const ROWS = 8;
/** To each side: a tenth of a height apart. */
const STEPS = 5;
const STEP = 0.1;
/** Factor by which slanted columns must be clearer than upright ones. */
const CLEARER = 1.04;

/** Heights to the right for a height down. Along the right lean the columns are all ink or all ground, so their sums differ most. */
export function measureSlant({ data, width, height }: GreyLevel, row: GlyphRow): number {
  const first = Math.floor(Math.min(...row.marks.map(({ left }) => left)));
  const last = Math.ceil(Math.max(...row.marks.map(({ right }) => right)));
  const long = last - first;
  const sums = Array.from({ length: 2 * STEPS + 1 }, () => new Float32Array(long));
  for (let n = 0; n < ROWS; n++) {
    const off = ((n + 0.5) / ROWS - 0.5) * row.height * 0.9;
    for (let x = 0; x < long; x++) {
      const y = Math.min(height - 1, Math.max(0, Math.round(row.at + row.lean * (first + x) + off - 0.5)));
      const value = data[y * width + Math.min(width - 1, first + x)];
      for (let k = 0; k < sums.length; k++) {
        const to = Math.round(x - (k - STEPS) * STEP * off);
        if (to >= 0 && to < long) {
          const profile = sums[k];
          profile[to] = profile[to] + value;
        }
      }
    }
  }
  const clear = sums.map(measureClearness);
  const upright = clear[STEPS];
  const best = clear.indexOf(Math.max(...clear));
  return clear[best] > CLEARER * upright ? (best - STEPS) * STEP : 0;
}

/** The ends are left out: leaning lines miss some of their rows there. */
function measureClearness(profile: Float32Array): number {
  let sum = 0;
  for (let x = 4; x < profile.length - 4; x++) sum += Math.abs(profile[x + 1] - profile[x - 1]);
  return sum;
}
