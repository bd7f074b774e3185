import { count } from '#domain/language/plural.ts';
import { photosIn } from '#web/editor/cutout/state.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { Editing } from '#web/editor/editor-context.tsx';
import { isToReview, suggestedIn } from '#web/editor/panel/plates/plate-corners.ts';

/** What waits for a person's yes, in batch order. */
export interface Waiting {
  /** Cut-outs that the engine is not sure of. */
  readonly unsure: readonly EditablePhoto[];
  /** Photos whose object was not found. */
  readonly lost: readonly EditablePhoto[];
  /** Photos with licence plates that were only suggested. */
  readonly plated: readonly EditablePhoto[];
  /** Photos whose object is still being looked for. */
  readonly awaited: number;
}

export function waitingIn(editing: Pick<Editing, 'photos' | 'recipe' | 'exceptions'>): Waiting {
  const unsure = photosIn('unsure', editing);
  const isFound = ({ cutout }: EditablePhoto) => cutout !== null && cutout.subject !== null;
  return {
    unsure: unsure.filter(isFound),
    lost: [...unsure.filter((photo) => !isFound(photo)), ...photosIn('failed', editing)],
    plated: editing.recipe.plates.kind === 'off' ? [] : editing.photos.filter(isToReview),
    awaited: photosIn('awaited', editing).length,
  };
}

const CUTOUT = { one: 'decupare', few: 'decupări' };
const PLATE = { one: 'număr', few: 'numere' };
const FINDING = { one: 'observație', few: 'observații' };

/** „3 decupări, 1 număr”: what waits, in words; null when nothing does. */
export function waitingWords({ unsure, lost, plated }: Waiting, findings: number): string | null {
  const cutouts = unsure.length + lost.length;
  const plates = suggestedIn(plated);
  const parts = [
    ...(cutouts > 0 ? [count(cutouts, CUTOUT)] : []),
    ...(plates > 0 ? [count(plates, PLATE)] : []),
    ...(findings > 0 ? [count(findings, FINDING)] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
