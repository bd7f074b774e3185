/**
 * Works out how certain a model is. A soft seam along the edge is how it draws every object, and a thin or small object is mostly seam;
 * doubt beyond the seam is a part that it may have missed, or ground that it may have taken for one.
 */
import type { ModelLimits } from '#domain/photos/model-limits.ts';
import { nearEdge } from '#imaging/cutout/edge.ts';

type Measure = Pick<ModelLimits, 'seam' | 'doubtWeight' | 'usualDoubt'>;

/** Returns 1 when nothing beyond the seam is in doubt, less otherwise. `plane`: shares of the object, 0–1, in a square. */
export function computeCertainty(
  plane: Float32Array,
  side: number,
  { seam, doubtWeight, usualDoubt }: Measure,
): number {
  const data = Uint8Array.from(plane, (share) => (share > 0.5 ? 255 : 0));
  const area = data.reduce((sum, value) => sum + (value >> 7), 0);
  if (area === 0) return 0;
  const near = nearEdge({ width: side, height: side, data }, Math.max(2, Math.round(seam * side)));
  const beyond = plane.map((share, i) => (near[i] === 1 ? Number.NaN : share));
  const within = beyond.filter((share) => share > 0.5).map((share) => 1 - share);
  const around = beyond.filter((share) => share <= 0.5);
  const doubt = sumUnusualDoubt(within, usualDoubt) + sumUnusualDoubt(around, usualDoubt);
  return Math.max(0, 1 - (doubtWeight * doubt) / area);
}

/** Returns the sum of what the doubts exceed their median by. */
function sumUnusualDoubt(doubts: Float32Array, mostUsual: number): number {
  const usual = Math.min(mostUsual, doubts.slice().sort()[doubts.length >> 1] ?? 0);
  return doubts.reduce((sum, doubt) => sum + Math.max(0, doubt - usual), 0);
}
