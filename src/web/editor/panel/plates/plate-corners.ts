/** Moving, adding and copying plates: pure steps on whole lists of quads, shares of the upright photo. */

import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { isPlate, MOST_PLATES, type PlateCover, platesToAsk, platesToCover } from '#domain/recipes/plates.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

export type Corner = 0 | 1 | 2 | 3;
export const CORNERS: readonly Corner[] = [0, 1, 2, 3];
export const CORNER_WORDS = ['stânga sus', 'dreapta sus', 'dreapta jos', 'stânga jos'] as const;

const clampToPicture = ({ x, y }: Point): Point => ({
  x: Math.min(1, Math.max(0, x)),
  y: Math.min(1, Math.max(0, y)),
});

/**
 * Returns the corner that a press means. The places for the finger of a small plate, or of one at the picture's edge, lie over each other,
 * so it is the corner whose dot is nearest. `at`: a share of the shown picture.
 */
export function nearestCorner(
  quad: Quad,
  at: Point,
  { width, height, toShown }: Pick<StageGeometry, 'width' | 'height' | 'toShown'>,
): Corner {
  const far = CORNERS.map((corner) => {
    const dot = toShown(quad[corner]);
    return Math.hypot((dot.x - at.x) * width, (dot.y - at.y) * height);
  });
  return CORNERS[far.indexOf(Math.min(...far))] ?? 0;
}

/** The same list where the corner may not go there: corners that cross make no plate. */
export function withCorner(
  plates: readonly Quad[],
  { index, corner }: { readonly index: number; readonly corner: Corner },
  to: Point,
): readonly Quad[] {
  const quad = plates[index];
  if (quad === undefined) return plates;
  return withPlate(
    plates,
    index,
    quad.map((at, n) => (n === corner ? clampToPicture(to) : at)) as unknown as Quad,
  );
}

/** Moves a whole plate, as far as the photo goes. */
export function withShift(plates: readonly Quad[], index: number, by: Point): readonly Quad[] {
  const quad = plates[index];
  if (quad === undefined) return plates;
  const room = (values: readonly number[], step: number) =>
    Math.min(1 - Math.max(...values), Math.max(-Math.min(...values), step));
  const x = room(
    quad.map((at) => at.x),
    by.x,
  );
  const y = room(
    quad.map((at) => at.y),
    by.y,
  );
  return withPlate(plates, index, quad.map((at) => ({ x: at.x + x, y: at.y + y })) as unknown as Quad);
}

function withPlate(plates: readonly Quad[], index: number, quad: Quad): readonly Quad[] {
  return isPlate(quad) ? plates.map((old, n) => (n === index ? quad : old)) : plates;
}

/** A new one in the middle, in a plate's proportions; the same list when it is full. */
export function withNew(
  plates: readonly Quad[],
  { width, height }: Pick<EditablePhoto, 'width' | 'height'>,
): readonly Quad[] {
  if (plates.length >= MOST_PLATES) return plates;
  const half = 0.13;
  const tall = (half * 110 * (width ?? 4)) / (520 * (height ?? 3));
  const quad: Quad = [
    { x: 0.5 - half, y: 0.5 - tall },
    { x: 0.5 + half, y: 0.5 - tall },
    { x: 0.5 + half, y: 0.5 + tall },
    { x: 0.5 - half, y: 0.5 + tall },
  ];
  return [...plates, quad];
}

export function removePlate(plates: readonly Quad[], index: number): readonly Quad[] {
  return plates.filter((_, n) => n !== index);
}

/** Returns the plates shown on a photo: the confirmed ones, else the suggested ones. */
export function getShownPlates({ plates, plateSuggestions }: EditablePhoto): readonly Quad[] {
  return plates ?? plateSuggestions ?? [];
}

export function isToReview(photo: EditablePhoto, cover: PlateCover): boolean {
  return photo.state === 'ready' && platesToAsk(photo, cover).length > 0;
}

/** Returns the plates that the recipe covers by itself on a photo without an answer. */
export function platesCoveredAlone(photo: EditablePhoto, cover: PlateCover): readonly Quad[] {
  return photo.state === 'ready' && photo.plates === null ? platesToCover(photo, cover) : [];
}

/** Returns the plates for a copy onto another photo: its own suggestions if there are as many, as they lie better, else the copied ones. */
export function copiedTo(photo: EditablePhoto, plates: readonly Quad[]): readonly Quad[] {
  const own = getShownPlates(photo);
  return photo.plates === null && own.length === plates.length ? own : plates;
}

/** The next photo to look at after `photoId`, going round the batch; null when none is left. */
export function nextToReview(
  photos: readonly EditablePhoto[],
  photoId: string | null,
  cover: PlateCover,
): EditablePhoto | null {
  const at = photos.findIndex(({ id }) => id === photoId);
  const round = [...photos.slice(at + 1), ...photos.slice(0, at + 1)];
  return round.find((photo) => isToReview(photo, cover) && photo.id !== photoId) ?? null;
}

/** How many suggested plates wait for an answer. */
export function suggestedIn(photos: readonly EditablePhoto[], cover: PlateCover): number {
  return photos.reduce(
    (sum, photo) => sum + (photo.state === 'ready' ? platesToAsk(photo, cover).length : 0),
    0,
  );
}
