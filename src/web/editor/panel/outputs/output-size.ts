import { withMargins } from '#domain/recipes/crop-fit.ts';
import { framedSize, framingOf, type Wishes } from '#domain/recipes/framing.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import { type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { placementOf } from '#domain/recipes/placement.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';

const NO_WISHES: Wishes = { exception: NO_OVERRIDES, tilt: null, subject: null };

interface Delivered {
  readonly photo: Size;
  readonly recipe: Recipe;
  readonly output: OutputChoice;
  readonly presets: readonly Preset[];
  readonly wishes?: Partial<Wishes>;
}

/** The pixels that a photo's file will have, never more than the photo has, and the share 0–1 of them that is margin. */
export function deliveredSize({
  photo,
  recipe,
  output,
  presets,
  wishes,
}: Delivered): Size & { margin: number } {
  const framed = framedSize(framingOf(photo, recipe, { ...NO_WISHES, ...wishes }));
  const rendition = resolveOutputs([output], presets)[0]?.renditions[0];
  if (rendition === undefined) return { ...framed, margin: 0 };
  const { canvas, photo: placed } = placementOf(framed, withMargins(rendition, recipe));
  return { ...canvas, margin: 1 - (placed.width * placed.height) / (canvas.width * canvas.height) };
}

/** What an output's files are made by. */
interface Around {
  readonly recipe: Recipe;
  /** The photo's differences from it. */
  readonly overrides: PhotoOverrides;
  readonly presets: readonly Preset[];
}

/** The pixels that a photo gets in an output; null while its own are not known. */
export function sizeIn(
  { width, height, signs }: EditablePhoto,
  output: OutputChoice,
  { recipe, overrides, presets }: Around,
): (Size & { margin: number }) | null {
  if (!width || !height) return null;
  const wishes = { exception: overrides, tilt: signs?.tilt ?? null };
  const photo = { width, height };
  return deliveredSize({ photo, recipe: recipeFor(recipe, overrides), output, presets, wishes });
}

/** „OLX 1600×1067”: the pixels that this photo's file will have. */
export function badgeOf(photo: EditablePhoto | null, output: OutputChoice | null, around: Around): string {
  if (output === null) return NO_OUTPUT;
  const size = photo && sizeIn(photo, output, around);
  const label = choiceLabel(output, around.presets);
  return size ? `${label} ${size.width}×${size.height}` : label;
}

export const NO_OUTPUT = 'alege unde publici';
