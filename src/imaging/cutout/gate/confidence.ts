/** One gate for every engine: is this one whole object, seen clearly, that may be cut out before a person has looked? */
import type { Lab } from '#imaging/cutout/lab.ts';
import { areaOf, type Mask } from '#imaging/cutout/mask.ts';
import { missedParts } from './missed-parts.ts';
import { strayParts } from './stray-parts.ts';

/** Smaller ones are details, larger ones the scene itself. */
const LEAST_AREA = 0.05;
const MOST_AREA = 0.75;
/** Largest share of the picture's rim that an object may touch (it was cut off, or is ground): with a person's hints, and without. */
const MOST_RIM = 0.4;
const MOST_RIM_ALONE = 0.005;
/** Pixels of the mask: nearer to the rim engines rather see ground. */
const FROM_RIM = 4;
/** ΔE across the edge that an eye follows. */
const SEEN = 7;
/** Share of the edge that must be seen; below `WEAK` it counts for nothing. */
const CLEAR = 0.8;
const WEAK = 0.35;
/** Largest part, as a share of the object, that may be left out beside it without being ground: a mirror, a strap. */
const MOST_LEFT_OUT = 0.03;
/** Largest share of the object that may look like the ground beside it: an edge in glaring light. */
const MOST_ALONG = 0.025;
/** Factor on the confidence of a cut-out that is not one whole object. */
const NOT_WHOLE = 0.5;
/** A wrong cut-out is worse than a question: without a person's hints the engine must be surer. */
export const SURE = 0.8;
const SURE_ALONE = 0.88;

/** `agreement` (0–1): the engine's own estimate. `helped`: a person drew a box or strokes. */
export function judgeConfidence(
  lab: Lab,
  mask: Mask,
  { agreement, helped }: { agreement: number; helped: boolean },
): { confidence: number; sure: boolean } {
  const area = areaOf(mask);
  const isInside = rimOf(mask) <= (helped ? MOST_RIM : MOST_RIM_ALONE);
  const isWhole = area >= LEAST_AREA && area <= MOST_AREA && isInside;
  const seen = Math.min(1, Math.max(0, (seenEdge(lab, mask) - WEAK) / (CLEAR - WEAK)));
  const confidence = Math.min(1, agreement) * seen * (isWhole ? 1 : NOT_WHOLE);
  if (helped) return { confidence, sure: confidence >= SURE };
  if (confidence < SURE_ALONE) return { confidence, sure: false };
  return strayParts(lab, mask) > MOST_ALONG || missedParts(lab, mask) > MOST_LEFT_OUT
    ? { confidence: NOT_WHOLE * confidence, sure: false }
    : { confidence, sure: true };
}

/** Share of the picture's rim that the object covers. */
function rimOf({ data, width, height }: Mask): number {
  const [right, bottom] = [width - 1 - FROM_RIM, height - 1 - FROM_RIM];
  let count = 0;
  for (let x = FROM_RIM; x <= right; x++) count += on(FROM_RIM * width + x) + on(bottom * width + x);
  for (let y = FROM_RIM; y <= bottom; y++) count += on(y * width + FROM_RIM) + on(y * width + right);
  return count / (2 * (width + height - 4 * FROM_RIM));
  function on(index: number): number {
    return data[index] > 127 ? 1 : 0;
  }
}

/** Share of the edge where the colours two pixels inside and two pixels outside differ visibly. */
export function seenEdge({ l, a, b }: Lab, { data, width, height }: Mask): number {
  let [all, seen] = [0, 0];
  const look = (at: number, step: number) => {
    if (data[at] > 127 === data[at + step] > 127) return;
    all++;
    const [p, q] = [at - 2 * step, at + 3 * step];
    const difference = Math.hypot(l[p] - l[q], a[p] - a[q], b[p] - b[q]);
    if (difference > SEEN) seen++;
  };
  for (let y = 2; y < height - 3; y++) {
    for (let x = 2, i = y * width + 2; x < width - 3; x++, i++) {
      look(i, 1);
      look(i, width);
    }
  }
  return all === 0 ? 0 : seen / all;
}
