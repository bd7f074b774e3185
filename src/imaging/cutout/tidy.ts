/** Tidies a mask as objects look: one piece or a few, without small holes. */
import { keepLargestAreas, type Mask, withoutHoles } from './mask.ts';

/** Pieces smaller than this share of the largest are crumbs. */
const LEAST_PIECE = 0.2;
/** Holes smaller than this share of the object are glare or labels, not openings. */
const LARGEST_FLAW = 0.03;

export function tidyMask(mask: Mask): Mask {
  return withoutHoles(keepLargestAreas(mask, LEAST_PIECE).mask, LARGEST_FLAW);
}
