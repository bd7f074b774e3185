/**
 * What a model must say of itself. A soft seam along the edge is how it draws every object, and the thinner or smaller one is, the more of
 * it is seam; what is in doubt beyond the seam is a part that it may have missed, or ground that it may have taken for one.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';

/** Pixels to both sides of the edge that are seam, as a share of the plane's side. */
const SEAM = 0.01;
/** Four thousandths of the object in doubt beyond the seam take 0.07 of certainty. */
const WEIGHT = 17.5;
/** Some models are never quite sure: so much doubt, where it is usual of them in this picture, says nothing. */
const MOST_USUAL = 0.2;

/** 1 when nothing beyond the seam is in doubt; `plane`: shares of the object, 0–1, in a square. */
export function computeCertainty(plane: Float32Array, side: number): number {
  const data = Uint8Array.from(plane, (share) => (share > 0.5 ? 255 : 0));
  const area = data.reduce((sum, value) => sum + (value >> 7), 0);
  if (area === 0) return 0;
  const seam = nearEdge({ width: side, height: side, data }, Math.max(2, Math.round(SEAM * side)));
  const beyond = plane.map((share, i) => (seam[i] === 1 ? Number.NaN : share));
  const within = beyond.filter((share) => share > 0.5).map((share) => 1 - share);
  const doubt = sumUnusualDoubt(within) + sumUnusualDoubt(beyond.filter((share) => share <= 0.5));
  return Math.max(0, 1 - (WEIGHT * doubt) / area);
}

/** Sum of what each is over the middle one. */
function sumUnusualDoubt(doubts: Float32Array): number {
  const usual = Math.min(MOST_USUAL, doubts.slice().sort()[doubts.length >> 1] ?? 0);
  return doubts.reduce((sum, doubt) => sum + Math.max(0, doubt - usual), 0);
}
