import { findCover, rulesOfChoices } from '#domain/batches/taken-photos.ts';
import { type OutputChoice, takesPhoto } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';

export interface Chosen {
  /** In batch order. */
  readonly photos: readonly EditablePhoto[];
  readonly outputs: readonly OutputChoice[];
  readonly presets: readonly Preset[];
}

/**
 * Returns the photos that a chosen place takes; all while none is chosen. No file is made of the others, so nothing is asked about them.
 */
export function listTakenPhotos({ photos, outputs, presets }: Chosen): readonly EditablePhoto[] {
  if (outputs.length === 0) return photos;
  const rules = rulesOfChoices(outputs, presets);
  const coverId = findCover(photos)?.id;
  return photos.filter(({ id }) => rules.some((rule) => takesPhoto(rule, id === coverId)));
}

/** True where the place makes no file of the photo: a main picture of any but the cover. */
export function isLeftOut(
  { photos, presets }: Pick<Chosen, 'photos' | 'presets'>,
  photo: EditablePhoto | null,
  output: OutputChoice | null,
): boolean {
  return (
    photo !== null &&
    output !== null &&
    !listTakenPhotos({ photos, presets, outputs: [output] }).some(({ id }) => id === photo.id)
  );
}
