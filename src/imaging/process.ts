/** One photo through the recipe to all its files: one decode, the light once, then each rendition. */
import { recipeFor } from '#domain/recipes/exception.ts';
import { framingOf, quadToFramed } from '#domain/recipes/framing.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { decode, sizeAt } from './decode.ts';
import { deliver, type Planned } from './deliver.ts';
import { cropBox, pixelBox, placementOf, turnedSize } from './framing.ts';
import type { Header } from './header.ts';
import { applyLight, balanceFor } from './light.ts';
import type { ProcessJob, WrittenFile } from './messages.ts';
import { coverPlates } from './plates/cover.ts';
import { cropped, type Raw, type Size, turned } from './raw.ts';

export async function processPhoto(job: ProcessJob, header: Header): Promise<WrittenFile[]> {
  const recipe = recipeFor(job.recipe, job.edits.exception);
  const plans = plan(recipe, job, header);
  const scale = Math.max(0, ...plans.map(({ placement }) => placement.scale));
  const framed = framedBy(await decode(header, sizeAt(header, scale)), recipe.rotate, recipe.crop);
  applyLight(framed, recipe.light, job.analysis, balanceFor(recipe.light, job.analysis, job.lotBalance));
  await coverPlates(framed, framedPlates(header, recipe, job), recipe.plates, job.files.plateLogoPath);
  const files: WrittenFile[] = [];
  for (const planned of plans) files.push(await deliver(framed, planned, recipe, job.files.logoPath));
  return files;
}

function plan(recipe: Recipe, { outputs }: ProcessJob, header: Header): Planned[] {
  const size = turnedSize(header, recipe.rotate);
  const box = cropBox(size, recipe.crop);
  const framed = { width: size.width * box.width, height: size.height * box.height };
  return outputs.flatMap(({ spec, paths }) =>
    spec.renditions.map((rendition, i) => {
      const path = paths[i];
      if (path === undefined) throw new Error(`no path for rendition ${i} of ${spec.key}`);
      return { spec, rendition, path, placement: placementOf(framed, rendition) };
    }),
  );
}

/** The turned and cropped picture; a copy, so that light can work in place. */
export function framedBy(picture: Raw, rotate: Recipe['rotate'], crop: Recipe['crop']): Raw {
  const upright = rotate === 0 ? picture : turned(picture, rotate);
  return cropped(upright, pixelBox(upright, cropBox(upright, crop)));
}

/** As shares of the framed picture. */
export function framedPlates(upright: Size, recipe: Recipe, { edits }: Pick<ProcessJob, 'edits'>): Quad[] {
  const exception = { angle: null, crop: null };
  const framing = framingOf(upright, recipe, { exception, tilt: null, subject: null });
  return edits.plates.map((plate) => quadToFramed(framing, plate));
}
