/**
 * A cut-out: the part of an upright photo that is the object. The engine makes it once per photo, alone or with the person's box and
 * strokes; it is kept, and every later run uses it. One that is not sure is used only once the person approved it.
 */
import type { Box, Point } from './geometry.ts';

export const CUTOUT_ENGINES = ['grabcut', 'plain', 'model'] as const;
export type CutoutEngine = (typeof CUTOUT_ENGINES)[number];

/** Most strokes of a photo, most points of a stroke, and most points of all its strokes: enough to cross the photo forty times. */
export const MOST_STROKES = 100;
export const MOST_POINTS = 400;
export const MOST_DRAWN = 8000;

/** A brush stroke over the photo. */
export interface Stroke {
  readonly kind: 'keep' | 'remove';
  /** Share of the photo's long side. */
  readonly radius: number;
  readonly points: readonly Point[];
}

/** The user's drawing: the object's box, then corrections in the order they were made. */
export interface CutoutHints {
  readonly box: Box | null;
  readonly strokes: readonly Stroke[];
}

export const NO_HINTS: CutoutHints = { box: null, strokes: [] };

/** True when one photo may have these strokes and points. */
export function isWithinBounds(strokes: CutoutHints['strokes']): boolean {
  return (
    strokes.length <= MOST_STROKES &&
    strokes.reduce((sum, { points }) => sum + points.length, 0) <= MOST_DRAWN
  );
}

/** True when `next` only adds strokes to `last`, so that its mask may be corrected instead of being made anew. */
export function isDrawnOn(last: CutoutHints, next: CutoutHints): boolean {
  return (
    next.strokes.length > last.strokes.length &&
    serialiseHints(last) === serialiseHints({ ...next, strokes: next.strokes.slice(0, last.strokes.length) })
  );
}

/** Share of a side from the photo's border within which the object goes on beyond it. */
const AT_BORDER = 0.006;

/** True where the photo itself cuts the object off. */
export function touchesBorder({ x, y, width, height }: Box): boolean {
  return x < AT_BORDER || y < AT_BORDER || x + width > 1 - AT_BORDER || y + height > 1 - AT_BORDER;
}

/** True for the same box and the same strokes. */
export function isSameDrawing(a: CutoutHints, b: CutoutHints): boolean {
  return serialiseHints(a) === serialiseHints(b);
}

/** Writes the drawing in an order of its own: the database gives its keys back in another. */
function serialiseHints({ box, strokes }: CutoutHints): string {
  return JSON.stringify([
    box && [box.x, box.y, box.width, box.height],
    strokes.map(({ kind, radius, points }) => [kind, radius, points.map(({ x, y }) => [x, y])]),
  ]);
}

/** What tells whether a cut-out is taken by a run. */
export interface JudgedCutout {
  readonly sure: boolean;
  readonly approved: boolean;
  /** Box around the object on the upright photo; null when none was found. */
  readonly subject: Box | null;
}

/** Returns the box of a cut-out that a run takes. One that is not sure says nothing about where the object is. */
export function getUsableSubject(cutout: JudgedCutout | null): Box | null {
  return cutout !== null && (cutout.sure || cutout.approved) ? cutout.subject : null;
}
