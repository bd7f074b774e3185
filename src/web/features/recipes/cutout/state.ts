import type { Photo } from '#contract/photos.ts';
import { type Exception, NO_EXCEPTION } from '#domain/recipes/exception.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

/**
 * The effect of a new background on a photo. `kept`: it stays as it is; `awaited`: the search for its object is not done; `failed`: the
 * search failed and is not repeated unasked; `unsure`: its cut-out waits for the user's approval; `used`: its cut-out is used.
 */
export type CutoutState = 'kept' | 'awaited' | 'failed' | 'unsure' | 'used';

export function cutoutState(
  { state, cutout, cutoutFailed }: Pick<Photo, 'state' | 'cutout' | 'cutoutFailed'>,
  recipe: Pick<Recipe, 'background'>,
  exception: Exception,
): CutoutState {
  const { kind } = exception.background ?? recipe.background;
  if (state !== 'ready' || kind === 'keep') return 'kept';
  if (cutout === null) return cutoutFailed ? 'failed' : 'awaited';
  return cutout.sure || cutout.approved ? 'used' : 'unsure';
}

interface Lot {
  /** In lot order. */
  readonly photos: readonly Photo[];
  readonly recipe: Pick<Recipe, 'background'>;
  readonly exceptions: Readonly<Record<string, Exception>>;
}

export function photosIn(wanted: CutoutState, lot: Lot): Photo[] {
  return lot.photos.filter((photo) => stateIn(lot, photo) === wanted);
}

/** Photos to review: they keep their background until the user has marked the object. */
export function photosToSee(lot: Lot): Photo[] {
  return lot.photos.filter((photo) => ['unsure', 'failed'].includes(stateIn(lot, photo)));
}

function stateIn({ recipe, exceptions }: Lot, photo: Photo): CutoutState {
  return cutoutState(photo, recipe, exceptions[photo.id] ?? NO_EXCEPTION);
}

/** Returns the progress of the lot's cut-outs; null when the shown photo's is not awaited. */
export function cutoutWork(lot: Lot, shown: Photo | null) {
  const awaited = photosIn('awaited', lot);
  if (!awaited.some(({ id }) => id === shown?.id)) return null;
  const done = photosIn('used', lot).length + photosToSee(lot).length;
  return { words: 'Căutăm obiectul…', done, of: done + awaited.length };
}

/** Returns the next photo to review after this one, round the strip; null when there is none. */
export function nextToSee(lot: Lot, photoId: string): Photo | null {
  const from = lot.photos.findIndex(({ id }) => id === photoId);
  const rest = [...lot.photos.slice(from + 1), ...lot.photos.slice(0, Math.max(0, from))];
  return photosToSee({ ...lot, photos: rest })[0] ?? null;
}
