/** Judges an object in front of a new background by its pieces: one thing, a set of things, or a remnant of one. */

export interface Piece {
  /** Share of the file's pixels, 0–1. */
  readonly share: number;
  /** Length divided by width. */
  readonly length: number;
}

/** The object's connected areas without crumbs, the largest first, and the share of the file that the box around all of them takes. */
export interface ObjectFacts {
  readonly pieces: readonly Piece[];
  readonly box: number;
  /** True when it ends where the file does: the photo, or its crop, cut it off. Missing in files of older versions. */
  readonly cut?: boolean | undefined;
  /** True for one piece with no crumb beside it that keeps off the edges of file and photo. Missing in files of older versions. */
  readonly whole?: boolean | undefined;
}

/** Share of all pieces from which the largest is the object: one with a handle or a strap beside it is one object. */
const MAIN = 0.85;
/**
 * Share of the largest piece from which pieces are things alike: shoes, earrings, cups. A smaller one is rather a part of a car that was
 * found apart.
 */
const ALIKE = 0.5;
/** Share of the largest piece from which three pieces are of nearly one size: spoons and pens. */
const EQUAL = 0.75;
/** Three pieces as long as this are rather a limb than three things. */
const LONG = 2.5;
/**
 * Share of the file below which an object in a box of less than TINY_BOX is a remnant or too small to sell. Chains and frames take a large
 * box.
 */
const TINY = 0.03;
const TINY_BOX = 0.1;

/** True when the object may be published, cut off or not: it is no crumb, nor parts with others missing between them. */
export function isWholeObject({ pieces, box }: ObjectFacts): boolean {
  const all = pieces.reduce((sum, { share }) => sum + share, 0);
  if (all < TINY && box < TINY_BOX) return false;
  const [largest, ...others] = pieces;
  if (largest === undefined) return false;
  if (others.length === 0 || largest.share >= MAIN * all) return true;
  const alike = Math.min(...others.map(({ share }) => share)) / largest.share;
  if (others.length === 1) return alike >= ALIKE;
  return alike >= EQUAL || (alike >= ALIKE && pieces.every(({ length }) => length <= LONG));
}
