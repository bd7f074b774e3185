import type { Background } from '#domain/recipes/background.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { ObjectFacts } from './object-pieces.ts';

/** Facts measured on one delivered file, on its pixels and bytes. */
export interface FileFacts {
  /** Share 0–1 of the photo's edge, within its canvas, that is white. */
  readonly whiteEdge: number;
  /** % of the tighter side that what is not white takes; null where there is no white ground to tell it from. */
  readonly fill: number | null;
  /** Pixels on the long side that the photo itself gives: margins round it are none. Missing in files of older versions. */
  readonly photoSide?: number | undefined;
  /** Share 0–1 of the file that a ground around the whole photo takes; missing where there is none, and in files of older versions. */
  readonly margin?: number | undefined;
  /** A frame, logo, text or badge was drawn. */
  readonly marked: boolean;
  /** Something else stands behind the object than on the photo. */
  readonly replaced: boolean;
  /** The photo came with nothing behind its object, and kept that: what a file shows there is no ground of its own. Missing: it has one. */
  readonly isClear?: true | undefined;
  /** Why the photo kept its ground though it has a cut-out: what its edges cut off would end in the air. Missing: for no such reason. */
  readonly kept?: 'cut' | undefined;
  /** The object in front of its new background; missing when the photo kept its own, and in files of older versions. */
  readonly object?: ObjectFacts | undefined;
  /** The plates that are covered in it; missing in files of older versions. */
  readonly covers?: readonly Quad[] | undefined;
  /** Those of them that it does not show at all: their ground gave way to another, or its frame leaves them out. Missing: none. */
  readonly gone?: readonly Quad[] | undefined;
  /** The file carries EXIF. */
  readonly metadata: boolean;
}

/** Least white share of the photo's edge for the background to count as white. */
export const WHITE_EDGE = 0.9;

/** An object that the photo cuts ends at the file's edge: where `behind` it white was put, it stands on white all the same. */
export function isOnWhite({ whiteEdge, replaced }: FileFacts, behind: Background['kind'] | null): boolean {
  return whiteEdge >= WHITE_EDGE || (replaced && behind === 'white');
}
