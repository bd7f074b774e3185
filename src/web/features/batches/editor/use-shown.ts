import { useEffect, useRef, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { type Exception, NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { type OutputChoice, outputKeys } from '#domain/recipes/outputs.ts';
import { outputPlace, shownPhoto } from '#web/features/batches/editor/selection.ts';

/** The photo on the stage, in one of the lot's outputs. */
export interface Shown {
  readonly photoId: string | null;
  readonly photo: Photo | null;
  readonly exception: Exception;
  /** Index among the lot's outputs. */
  readonly place: number;
  readonly output: OutputChoice | null;
  select(photoId: string): void;
  choose(place: number): void;
}

/** `first`: the photo to begin with, when the page was opened for it. */
export function useShown(batch: Batch, first: string | null = null): Shown {
  const [wanted, select] = useState<string | null>(first);
  const [output, setOutput] = useState<{ key: string | null; place: number }>({ key: null, place: 0 });
  const before = useRef(batch.photoIds);
  const photoId = shownPhoto(batch.photoIds, wanted, before.current);
  useEffect(() => {
    before.current = batch.photoIds;
  }, [batch.photoIds]);
  const keys = outputKeys(batch.outputs);
  const place = outputPlace(output, keys);
  return {
    photoId,
    photo: batch.photos[photoId ?? ''] ?? null,
    exception: batch.exceptions[photoId ?? ''] ?? NO_EXCEPTION,
    place,
    output: batch.outputs[place] ?? null,
    select,
    choose: (at) => setOutput({ key: keys[at] ?? null, place: at }),
  };
}
