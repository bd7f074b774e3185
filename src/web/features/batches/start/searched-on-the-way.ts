import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { cutoutState } from '#web/editor/cutout/state.ts';
import type { StartState } from '#web/features/batches/start/start-button-state.ts';

/** What a start does with photos whose object is still looked for; null where it waits for none. */
export function searchedOnTheWay(
  { photos, recipe, exceptions }: Pick<Batch, 'photos' | 'recipe' | 'exceptions'>,
  startState: StartState,
): string | null {
  if (startState.kind !== 'ready') return null;
  const searched = startState.photoIds.filter((id) => {
    const photo = photos[id];
    return photo !== undefined && cutoutState(photo, recipe, exceptions[id] ?? NO_OVERRIDES) === 'awaited';
  });
  if (searched.length === 0) return null;
  return `Căutăm încă obiectul în ${formatCount(searched.length, NOUNS.photo)}. Dacă pornești acum, căutarea continuă în timpul procesării, iar unde nu suntem siguri rămâne fundalul.`;
}
