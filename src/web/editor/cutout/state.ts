import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { type Chosen, listTakenPhotos } from '#web/editor/taken-photos.ts';

/**
 * The effect of a new background on a photo. `kept`: it stays as it is; `awaited`: the search for its object is not done; `failed`: the
 * search failed and is not repeated unasked; `unsure`: its cut-out waits for the user's approval; `used`: its cut-out is used.
 */
export type CutoutState = 'kept' | 'awaited' | 'failed' | 'unsure' | 'used';

export function cutoutState(
  { state, cutout, cutoutFailed }: Pick<EditablePhoto, 'state' | 'cutout' | 'cutoutFailed'>,
  recipe: Pick<Recipe, 'background'>,
  overrides: PhotoOverrides,
): CutoutState {
  const { kind } = overrides.background ?? recipe.background;
  if (state !== 'ready' || kind === 'keep') return 'kept';
  if (cutout === null) return cutoutFailed ? 'failed' : 'awaited';
  return cutout.sure || cutout.approved ? 'used' : 'unsure';
}

interface CutoutBatch extends Chosen {
  readonly recipe: Pick<Recipe, 'background'>;
  readonly exceptions: Readonly<Record<string, PhotoOverrides>>;
}

export function photosIn(wanted: CutoutState, batch: CutoutBatch): EditablePhoto[] {
  return listTakenPhotos(batch).filter((photo) => stateIn(batch, photo) === wanted);
}

/** Photos to review: they keep their background until the user has marked the object. */
export function photosToSee(batch: CutoutBatch): EditablePhoto[] {
  return listTakenPhotos(batch).filter((photo) => ['unsure', 'failed'].includes(stateIn(batch, photo)));
}

function stateIn({ recipe, exceptions }: CutoutBatch, photo: EditablePhoto): CutoutState {
  return cutoutState(photo, recipe, exceptions[photo.id] ?? NO_OVERRIDES);
}

/** Returns the progress of the batch's cut-outs; null when the shown photo's is not awaited. */
export function cutoutWork(batch: CutoutBatch, shown: EditablePhoto | null) {
  const awaited = photosIn('awaited', batch);
  if (!awaited.some(({ id }) => id === shown?.id)) return null;
  const done = photosIn('used', batch).length + photosToSee(batch).length;
  return { words: 'Căutăm obiectul…', done, of: done + awaited.length };
}

/** Returns the next photo to review after this one, round the strip; null when there is none. */
export function nextToSee(batch: CutoutBatch, photoId: string): EditablePhoto | null {
  const from = batch.photos.findIndex(({ id }) => id === photoId);
  const rest = [...batch.photos.slice(from + 1), ...batch.photos.slice(0, Math.max(0, from))];
  const toSee = new Set(photosToSee(batch));
  return rest.find((photo) => toSee.has(photo)) ?? null;
}
