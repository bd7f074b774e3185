/** Judges an object in front of a new background by its pieces: one thing, a set of things, or a remnant of one. */

export interface Piece {
  /** Share of the file's pixels, 0–1. */
  readonly share: number;
  /** Length divided by width. */
  readonly length: number;
}

/** Each connected area of the object but its crumbs, the largest first, and the share of the file that the box around all of them takes. */
export interface ObjectFacts {
  readonly pieces: readonly Piece[];
  readonly box: number;
  /** It ends where the file does: the photo, or its crop, cut it off. Missing in files of older versions. */
  readonly cut?: boolean | undefined;
  /** It is one piece with no crumb beside it, and all of it keeps off the edges of file and photo. Missing in files of older versions. */
  readonly whole?: boolean | undefined;
}

/** Share of all pieces: an object with a handle or a strap beside it is one object. */
const MAIN = 0.85;
/** Share of the largest piece: shoes, earrings, cups. Less is rather a car and a part of it that was found apart. */
const ALIKE = 0.5;
/** Spoons and pens: all of nearly one size. */
const EQUAL = 0.75;
/** Three pieces as long as this are rather a limb than three things. */
const LONG = 2.5;
/** Shares of the file: less, in a box of less than TINY_BOX, is a remnant or too small to sell. Chains and frames take a large box. */
const TINY = 0.03;
const TINY_BOX = 0.1;

/** Something is there that may be published, cut off or not: not a crumb of the object, nor parts of it with others missing between them. */
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
