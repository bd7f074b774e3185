import type { Batch } from '#contract/batches.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { type CoverAtStart, platesToAsk } from '#domain/recipes/plates.ts';

/** Plates on these photos that wait for an answer; none where the recipe leaves all of them at sight. */
export function foundPlates(
  { photos, recipe }: Pick<Batch, 'photos' | 'recipe'>,
  photoIds: readonly string[],
): number {
  if (recipe.plates.kind === 'off') return 0;
  return photoIds.reduce((sum, id) => {
    const photo = photos[id];
    return photo?.state === 'ready' ? sum + platesToAsk(photo, recipe.plates).length : sum;
  }, 0);
}

/** What a start covers that was pressed before its photos had come, and before there was anything to ask about. */
export function coverUnasked({ recipe }: Pick<Batch, 'recipe'>): CoverAtStart {
  return recipe.plates.kind === 'off' ? 'none' : 'sure';
}

/** „Am găsit 5 numere. Acoperă-le și pornește” */
export function coverWords(found: number): string {
  return `Am găsit ${count(found, NOUNS.plate)}. Acoperă-${found === 1 ? 'l' : 'le'} și pornește`;
}
