/** From the framed photo to the picture that every file is cut from. The same steps for a file and for its preview. */
import { recipeFor } from '#domain/recipes/exception.ts';
import { type Framing, framedSize, framingOf, quadToFramed, toFramed } from '#domain/recipes/framing.ts';
import { boxAround, type Size } from '#domain/recipes/geometry.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import { type Placement, placementOf } from '#domain/recipes/placement.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { applyLight, balanceFor } from './light.ts';
import type { Treatment } from './messages.ts';
import { coverPlates } from './plates/cover.ts';
import type { Raw } from './raw.ts';

/** What is known before a pixel is read: the recipe as this photo gets it, and where everything ends up. */
export interface Plan {
  readonly recipe: Recipe;
  readonly framing: Framing;
  placementOf(rendition: Rendition): Placement;
}

/** `upright`: the original's size after orientation. */
export function planFor({ recipe: lots, edits, analysis }: Treatment, upright: Size): Plan {
  const { exception, subject } = edits;
  const recipe = recipeFor(lots, exception);
  const framing = framingOf(upright, recipe, { exception, tilt: analysis.tilt, subject });
  const box = subject === null ? null : boxAround(subject.map((at) => toFramed(framing, at)));
  // Who drew a crop decided how large the object is.
  const recipes = exception.crop === null ? recipe.fill : null;
  return {
    recipe,
    framing,
    placementOf(rendition) {
      const fill = rendition.fill ?? recipes;
      const subject = box === null ? null : { box, fill: fill === null ? null : fill / 100 };
      return placementOf(framedSize(framing), rendition, subject);
    },
  };
}

/** In place on the framed photo of any size. */
export async function develop(framed: Raw, { recipe, framing }: Plan, job: Treatment): Promise<void> {
  applyLight(framed, recipe.light, job.analysis, balanceFor(recipe.light, job.analysis, job.lotBalance));
  const plates = job.edits.plates.map((plate) => quadToFramed(framing, plate));
  await coverPlates(framed, plates, recipe.plates, job.files.plateLogoPath);
}
