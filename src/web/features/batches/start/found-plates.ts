import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { type CoverAtStart, platesToAsk, platesToCover } from '#domain/recipes/plates.ts';

/** What a start finds on its photos without an answer. */
export interface FoundPlates {
  /** Plates that wait for one. */
  readonly asked: number;
  /** Plates that the recipe covers by itself, whatever the answer. */
  readonly alone: number;
  /** Photos whose plates a person marked as wrong: they are neither asked about nor covered. */
  readonly wrongOn: readonly string[];
}

/** What becomes of plates at a start. */
export interface PlateAnswer extends Pick<FoundPlates, 'wrongOn'> {
  readonly cover: CoverAtStart;
}

/** The same where the question may not have been put: null. */
export interface UnaskedAnswer extends Pick<FoundPlates, 'wrongOn'> {
  readonly cover: CoverAtStart | null;
}

export const NO_PLATES: FoundPlates = { asked: 0, alone: 0, wrongOn: [] };

/** None where the recipe leaves all of them at sight. */
export function foundPlates(
  { photos, recipe }: Pick<Batch, 'photos' | 'recipe'>,
  photoIds: readonly string[],
  isMarkedWrong: (photoId: string) => boolean,
): FoundPlates {
  if (recipe.plates.kind === 'off') return NO_PLATES;
  const open = photoIds.flatMap((id) => {
    const photo = photos[id];
    return photo?.state === 'ready' && photo.plates === null ? photo : [];
  });
  const wrong = open.filter(({ id }) => isMarkedWrong(id));
  const countOn = (some: typeof open, platesOn: typeof platesToAsk) =>
    some.reduce((sum, photo) => sum + platesOn(photo, recipe.plates).length, 0);
  return {
    asked: countOn(open, platesToAsk) - countOn(wrong, platesToAsk),
    alone: countOn(open, platesToCover),
    wrongOn: wrong.map(({ id }) => id),
  };
}

/** What a start covers that was pressed before its photos had come, and before there was anything to ask about. */
export function coverUnasked({ recipe }: Pick<Batch, 'recipe'>): CoverAtStart {
  return recipe.plates.kind === 'off' ? 'none' : 'sure';
}

/** „Am găsit 5 numere. Acoperă-le și pornește” */
export function coverWords(found: number): string {
  return `Am găsit ${formatCount(found, NOUNS.plate)}. Acoperă-${found === 1 ? 'l' : 'le'} și pornește`;
}

/** What is covered even where the answer is „Pornește fără”; null: nothing. */
export function coveredAnywayWords(alone: number): string | null {
  if (alone === 0) return null;
  return alone === 1
    ? 'Încă 1 număr, sigur, se acoperă oricum.'
    : `Încă ${formatCount(alone, NOUNS.plate)}, sigure, se acoperă oricum.`;
}
