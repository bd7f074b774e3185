import { useEffect, useRef, useState } from 'react';
import { type OutputChoice, outputKeys } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { EditableBatch, EditablePhoto } from '#web/editor/editable-photo.ts';

/** The photo on the stage, in one of the batch's outputs. */
export interface SelectedPhoto {
  readonly photoId: string | null;
  readonly photo: EditablePhoto | null;
  readonly overrides: PhotoOverrides;
  /** Index among the batch's outputs. */
  readonly index: number;
  readonly output: OutputChoice | null;
  select(photoId: string): void;
  choose(index: number): void;
}

/** `first`: the photo to begin with, when the page was opened for it. */
export function useSelectedPhoto(batch: EditableBatch, first: string | null = null): SelectedPhoto {
  const [wanted, select] = useState<string | null>(first);
  const [output, setOutput] = useState<{ key: string | null; index: number }>({ key: null, index: 0 });
  const before = useRef(batch.photoIds);
  const photoId = shownPhoto(batch.photoIds, wanted, before.current);
  useEffect(() => {
    before.current = batch.photoIds;
  }, [batch.photoIds]);
  const keys = outputKeys(batch.outputs);
  const index = outputIndex(output, keys);
  return {
    photoId,
    photo: batch.photos[photoId ?? ''] ?? null,
    overrides: batch.exceptions[photoId ?? ''] ?? NO_OVERRIDES,
    index,
    output: batch.outputs[index] ?? null,
    select,
    choose: (at) => setOutput({ key: keys[at] ?? null, index: at }),
  };
}

/** Returns the photo on the stage: the chosen one while it is in the batch, else the one that took its place, else the cover. */
export function shownPhoto(
  ids: readonly string[],
  wanted: string | null,
  before: readonly string[],
): string | null {
  if (wanted !== null && ids.includes(wanted)) return wanted;
  const index = wanted === null ? -1 : before.indexOf(wanted);
  if (index < 0) return ids[0] ?? null;
  return ids[Math.min(index, ids.length - 1)] ?? null;
}

/** Returns the index of the chosen output, wherever it is now; else of the one in its place. */
export function outputIndex(
  { key, index }: { key: string | null; index: number },
  keys: readonly string[],
): number {
  const at = key === null ? -1 : keys.indexOf(key);
  return at >= 0 ? at : Math.min(index, Math.max(0, keys.length - 1));
}
