/** How far a mask is from the true one. */
import { computeMaskIou, labelComponents, type Mask } from '#imaging/cutout/mask.ts';

const LEAST_OVERLAP = 0.95;
/** Of the object: the largest piece that may be gone, or be ground that was kept. */
const MOST_PIECE = 0.02;
/** A pixel of the mask farther off than that is wrong, not inexact. */
const FAR = 20;

export interface Quality {
  /** Intersection over union. */
  readonly overlap: number;
  /** Mean distance of the two edges, in pixels of the mask. */
  readonly edge: number;
  readonly isWrong: boolean;
}

export function qualityOf(mask: Mask, truth: Mask): Quality {
  const area = truth.data.reduce((sum, value) => sum + (value >> 7), 0);
  const [inMask, inTruth] = [within(mask), within(truth)];
  const largest = (is: (index: number) => boolean) => Math.max(...labelComponents(mask, is).sizes) / area;
  const gone = largest((i) => inTruth[i] === 1 && (mask.data[i] ?? 0) <= 127);
  const kept = largest((i) => inMask[i] === 1 && (truth.data[i] ?? 0) <= 127);
  const both = computeMaskIou(mask, truth);
  return {
    overlap: both,
    edge: (meanDistance(mask, truth) + meanDistance(truth, mask)) / 2,
    isWrong: both < LEAST_OVERLAP || gone > MOST_PIECE || kept > MOST_PIECE,
  };
}

/** 1 where all four neighbours are object as well. */
function within({ data, width }: Mask): Uint8Array {
  return data.map((value, i) =>
    value > 127 && [-1, 1, -width, width].every((step) => (data[i + step] ?? 0) > 127) ? 1 : 0,
  );
}

/** From each place on the edge of `of` to the edge of `to`. */
function meanDistance(of: Mask, to: Mask): number {
  const inner = within(of);
  const away = distances(to);
  let [sum, count] = [0, 0];
  of.data.forEach((value, i) => {
    if (value <= 127 || inner[i] === 1) return;
    sum += Math.min(FAR, away[i] ?? FAR);
    count++;
  });
  return count === 0 ? FAR : sum / count;
}

/** To the edge's nearest place, by steps to the side and aslant. */
function distances(mask: Mask): Float32Array {
  const { data, width } = mask;
  const inner = within(mask);
  const away = Float32Array.from(data, (value, i) => (value > 127 && inner[i] === 0 ? 0 : 1e6));
  const closer = (at: number, steps: readonly number[]) => {
    for (const step of steps) {
      const far =
        (away[at + step] ?? 1e6) + (Math.abs(step) === 1 || Math.abs(step) === width ? 1 : Math.SQRT2);
      if (far < (away[at] ?? 0)) away[at] = far;
    }
  };
  for (let i = 0; i < away.length; i++) closer(i, [-1, -width, -width - 1, -width + 1]);
  for (let i = away.length - 1; i >= 0; i--) closer(i, [1, width, width + 1, width - 1]);
  return away;
}
