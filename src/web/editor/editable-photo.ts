import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';

type KnownPhoto = Pick<Photo, 'id' | 'name' | 'state' | 'width' | 'height' | 'thumbhash'>;
type PhotoAnswers = Pick<Photo, 'plates' | 'plateSuggestions' | 'surePlates' | 'cutout' | 'cutoutFailed'>;

/** As much of a photo as the editor needs: one of a batch, or the test image. */
export interface EditablePhoto extends KnownPhoto, PhotoAnswers {
  /** Null until they are measured. */
  readonly signs: Pick<NonNullable<Photo['signs']>, 'tilt' | 'balance' | 'matter'> | null;
}

/** As much of a batch as the editor needs. */
export interface EditableBatch extends Pick<Batch, 'photoIds' | 'recipe' | 'outputs' | 'exceptions'> {
  readonly photos: Readonly<Record<string, EditablePhoto>>;
  readonly name?: string;
  readonly filePattern?: string;
}
