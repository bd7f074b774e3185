import type { Background } from '#domain/recipes/background.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { ObjectFacts } from './object-pieces.ts';

/** Facts measured on one delivered file, on its pixels and bytes. */
export interface FileFacts {
  /** Share 0–1 of the photo's edge, within its canvas, that is white. */
  readonly whiteEdge: number;
  /** % of the tighter side that is not white; null without a white ground to tell it from. */
  readonly fill: number | null;
  /** Pixels on the long side that the photo itself gives; margins around it do not count. Missing in files of older versions. */
  readonly photoSide?: number | undefined;
  /** Share 0–1 of the file that a ground around the whole photo takes; missing where there is none, and in files of older versions. */
  readonly margin?: number | undefined;
  /** True when a frame, logo, text or badge was drawn. */
  readonly marked: boolean;
  /** True when something else stands behind the object than on the photo. */
  readonly replaced: boolean;
  /** The photo came with nothing behind its object, and kept that: the file shows no ground of its own. Missing: it has one. */
  readonly isClear?: true | undefined;
  /**
   * Why the photo kept its ground though it has a cut-out: the sides that it cuts off would end in the air. Missing: for no such reason.
   */
  readonly kept?: 'cut' | undefined;
  /** The object in front of its new background; missing when the photo kept its own, and in files of older versions. */
  readonly object?: ObjectFacts | undefined;
  /** The plates that are covered in it; missing in files of older versions. */
  readonly covers?: readonly Quad[] | undefined;
  /** Covered plates that the file does not show at all: their ground gave way to another, or its frame leaves them out. Missing: none. */
  readonly gone?: readonly Quad[] | undefined;
  /** True when the file carries EXIF. */
  readonly metadata: boolean;
}

/** Least white share of the photo's edge for the background to count as white. */
export const WHITE_EDGE = 0.9;

/**
 * True for a white ground. An object that the photo cuts ends at the file's edge: with white put `behind` it, it stands on white all the
 * same.
 */
export function isOnWhite({ whiteEdge, replaced }: FileFacts, behind: Background['kind'] | null): boolean {
  return whiteEdge >= WHITE_EDGE || (replaced && behind === 'white');
}
