/**
 * Works out how certain a model is. A soft seam along the edge is how it draws every object, and a thin or small object is mostly seam;
 * doubt beyond the seam is a part that it may have missed, or ground that it may have taken for one.
 */
import type { ModelLimits } from '#domain/photos/model-limits.ts';
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import { toBytes } from '#imaging/pixels/to-bytes.ts';

/** Pixels around what is kept in which doubt may be a part of it, as a share of the plane's side. */
const NEAR = 0.03;

type Measure = Pick<ModelLimits, 'seam' | 'doubtWeight' | 'usualDoubt'>;

/** Returns 1 when nothing beyond the seam is in doubt, less otherwise. `plane`: shares of the object, 0–1, in a square. */
export function computeCertainty(
  plane: Float32Array,
  side: number,
  { seam, doubtWeight, usualDoubt }: Measure,
): number {
  const data = toBytes(plane, (share) => (share > 0.5 ? 255 : 0));
  const area = data.reduce((sum, value) => sum + (value >> 7), 0);
  if (area === 0) return 0;
  const near = nearEdge({ width: side, height: side, data }, Math.max(2, Math.round(seam * side)));
  const [within, around] = [new Float32Array(area), new Float32Array(plane.length - area)];
  let [inside, outside] = [0, 0];
  for (let i = 0; i < plane.length; i++) {
    if (near[i] === 1) continue;
    if (data[i] === 255) within[inside++] = 1 - plane[i];
    else around[outside++] = plane[i];
  }
  const doubt =
    sumUnusualDoubt(within.subarray(0, inside), usualDoubt) +
    sumUnusualDoubt(around.subarray(0, outside), usualDoubt);
  return Math.max(0, 1 - (doubtWeight * doubt) / area);
}

/**
 * Returns the certainty of what is kept: doubt about a tree or another car that was left out says nothing about the object. `kept`: its mask, as
 * large as the plane.
 */
export function computeCertaintyOfKept(plane: Float32Array, kept: Mask, measure: Measure): number {
  const near = nearEdge(kept, Math.round(NEAR * kept.width));
  const isNear = (i: number) => near[i] === 1 || kept.data[i] > 127;
  return computeCertainty(
    plane.map((share, i) => (isNear(i) ? share : 0)),
    kept.width,
    measure,
  );
}

/** Returns the sum of what the doubts exceed their median by. */
function sumUnusualDoubt(doubts: Float32Array, mostUsual: number): number {
  const usual = Math.min(mostUsual, doubts.slice().sort()[doubts.length >> 1] ?? 0);
  return doubts.reduce((sum, doubt) => sum + Math.max(0, doubt - usual), 0);
}
