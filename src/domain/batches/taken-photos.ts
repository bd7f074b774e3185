/** Which photos of a batch its outputs take: a marketplace's main picture is the cover alone. */
import {
  type OfferedOutput,
  type OutputChoice,
  type OutputSpec,
  type TakenPhotos,
  takesPhoto,
} from '#domain/recipes/outputs.ts';
import { otherHalf } from '#domain/recipes/presets.ts';

/** Returns what each choice takes; of one whose preset is unknown the start decides. */
export function rulesOfChoices(
  choices: readonly OutputChoice[],
  presets: readonly OfferedOutput[],
): Pick<OutputSpec, 'photos'>[] {
  return choices.map((choice): { photos: TakenPhotos } => {
    const preset = choice.kind === 'preset' ? presets.find(({ key }) => key === choice.preset) : undefined;
    return { photos: preset?.rules.photos ?? 'all' };
  });
}

/** The cover is the first photo that is ready. */
export function findCover<P extends { readonly state: string }>(photos: readonly P[]): P | undefined {
  return photos.find(({ state }) => state === 'ready');
}

/** A run's photos: those that an output takes, and those that none does, which are neither worked on nor paid. */
export function partByOutputs(
  photoIds: readonly string[],
  { outputs, coverId }: { outputs: readonly Pick<OutputSpec, 'photos'>[]; coverId: string | null },
): { readonly taken: readonly string[]; readonly leftOut: readonly string[] } {
  const isTaken = (id: string) => outputs.some((output) => takesPhoto(output, id === coverId));
  return { taken: photoIds.filter(isTaken), leftOut: photoIds.filter((id) => !isTaken(id)) };
}

/**
 * Returns the outputs of which a photo has no file once `outputs` are made: those of the run that do not take it, and the other half of a
 * marketplace whose one half does, so that no place holds the same picture twice.
 */
export function outputsGivenUp(
  outputs: readonly Pick<OutputSpec, 'key' | 'photos'>[],
  isCover: boolean,
): string[] {
  const made = new Set(outputs.flatMap((output) => (takesPhoto(output, isCover) ? output.key : [])));
  const others = outputs.flatMap(({ key, photos }) => [key, photos === undefined ? null : otherHalf(key)]);
  return [...new Set(others)].filter((key) => key !== null).filter((key) => !made.has(key));
}
