/** The interface of every engine that finds objects: given a photo, perhaps with a box, it returns a mask or null. */
import type { ModelLimits } from '#domain/photos/model-limits.ts';
import type { CutoutEngine } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import type { Mask } from './mask.ts';

/** Long side of the mask that engines find and the gate judges. */
export const MASK_SIDE = 560;
/** Long side of a mask whose edge was drawn finer; a model whose input is no larger than MASK_SIDE sees no finer one. */
export const FINE_SIDE = 1024;

export interface Look {
  /** Returns the upright photo with this long side at most, three channels; the same one each time, so that nothing may write into it. */
  at(side: number): Promise<Raw>;
  /** The person's box; nothing outside of it is object. */
  readonly box: Box | null;
}

export interface Cut {
  readonly engine: CutoutEngine;
  /** The mask, as large as the photo at MASK_SIDE. */
  readonly mask: Mask;
  /** 0–1: the engine's own estimate; the gate looks further. */
  readonly agreement: number;
  /** What the agreement of this model is worth; a search by colours has none. */
  readonly limits?: ModelLimits;
  /** Returns the same mask with a finer edge; missing where none is known. */
  readonly refine?: ((at: Look['at']) => Promise<Mask>) | undefined;
}

/** Returns null for a photo that is not for this engine. */
export type Segmenter = (look: Look) => Promise<Cut | null>;
