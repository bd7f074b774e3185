/** Tells which photos of a batch its outputs take: a marketplace's main picture is the cover alone. */
import {
  type OfferedOutput,
  type OutputChoice,
  type OutputSpec,
  type TakenPhotos,
  takesPhoto,
} from '#domain/recipes/outputs.ts';
import { otherHalf } from '#domain/recipes/presets.ts';

/** Returns the rules of each choice; for a choice with an unknown preset the start decides. */
export function rulesOfChoices(
  choices: readonly OutputChoice[],
  presets: readonly OfferedOutput[],
): Pick<OutputSpec, 'photos'>[] {
  return choices.map((choice): { photos: TakenPhotos } => {
    const preset = choice.kind === 'preset' ? presets.find(({ key }) => key === choice.preset) : undefined;
    return { photos: preset?.rules.photos ?? 'all' };
  });
}

/** Returns the cover: the first photo that is ready. */
export function findCover<P extends { readonly state: string }>(photos: readonly P[]): P | undefined {
  return photos.find(({ state }) => state === 'ready');
}

/** Splits a run's photos into those that an output takes, and those that none does, which are neither worked on nor paid. */
export function partByOutputs(
  photoIds: readonly string[],
  { outputs, coverId }: { outputs: readonly Pick<OutputSpec, 'photos'>[]; coverId: string | null },
): { readonly taken: readonly string[]; readonly leftOut: readonly string[] } {
  const isTaken = (id: string) => outputs.some((output) => takesPhoto(output, id === coverId));
  return { taken: photoIds.filter(isTaken), leftOut: photoIds.filter((id) => !isTaken(id)) };
}

export interface Half {
  readonly main: string;
  readonly rest: string;
}

/**
 * Returns the outputs of a run that the cover's own file replaces: main pictures, which former covers lose, and the other halves of their
 * marketplaces, in which the cover has none. So no place holds the same picture twice.
 */
export function findHalves(outputs: readonly Pick<OutputSpec, 'key' | 'photos'>[]): {
  readonly mains: readonly string[];
  readonly halves: readonly Half[];
} {
  const mains = outputs.flatMap(({ key, photos }) => (photos === 'cover' ? [key] : []));
  const halves = outputs.flatMap(({ key, photos }) => {
    const other = otherHalf(key);
    if (other === null || photos === undefined) return [];
    return photos === 'cover' ? [{ main: key, rest: other }] : [{ main: other, rest: key }];
  });
  return { mains, halves };
}
