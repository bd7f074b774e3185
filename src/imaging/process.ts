/** One photo through the recipe to all its files: one decode, the light once, then each rendition. */
import { recipeFor } from '#domain/recipes/exception.ts';
import { framingOf, quadToFramed } from '#domain/recipes/framing.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { OutputSpec, Rendition } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { decode, sizeAt } from './decode.ts';
import { encode } from './encode.ts';
import { cropBox, type Placement, pixelBox, placementOf, turnedSize } from './framing.ts';
import type { Header } from './header.ts';
import { applyLight, balanceFor } from './light.ts';
import type { FileWarning, ProcessJob, RecipeFiles, WrittenFile } from './messages.ts';
import { coverPlates } from './plates/cover.ts';
import { cropped, type Raw, type Size, turned } from './raw.ts';
import { render } from './rendering.ts';
import { SHARPEN_AMOUNT } from './sharpen.ts';
import { encodeWithin, LOWEST_QUALITY } from './target-size.ts';
import { sha256, writeSynced } from './write.ts';

interface Planned {
  readonly spec: OutputSpec;
  readonly rendition: Rendition;
  readonly path: string;
  readonly placement: Placement;
}

export async function processPhoto(job: ProcessJob, header: Header): Promise<WrittenFile[]> {
  const recipe = recipeFor(job.recipe, job.edits.exception);
  const plans = plan(recipe, job, header);
  const scale = Math.max(0, ...plans.map(({ placement }) => placement.scale));
  const framed = framedBy(await decode(header, sizeAt(header, scale)), recipe.rotate, recipe.crop);
  applyLight(framed, recipe.light, job.analysis, balanceFor(recipe.light, job.analysis, job.lotBalance));
  await coverPlates(framed, framedPlates(header, recipe, job), recipe.plates, job.files.plateLogoPath);
  const files: WrittenFile[] = [];
  for (const planned of plans) files.push(await deliver(framed, planned, recipe, job.files));
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

async function deliver(
  framed: Raw,
  { spec, rendition, path, placement }: Planned,
  recipe: Recipe,
  { logoPath }: RecipeFiles,
): Promise<WrittenFile> {
  const picture = await render(framed, rendition, placement, {
    sharpenAmount: SHARPEN_AMOUNT[recipe.sharpen],
    watermark: spec.overlays ? recipe.watermark : null,
    logoPath,
  });
  const bytes = await encoded(picture, rendition);
  await writeSynced(path, bytes);
  const tooBig = rendition.maxBytes !== null && bytes.length > rendition.maxBytes;
  const warnings: FileWarning[] = tooBig ? [...placement.warnings, 'over-target'] : [...placement.warnings];
  return {
    outputKey: spec.key,
    suffix: rendition.suffix,
    path,
    width: picture.width,
    height: picture.height,
    bytes: bytes.length,
    sha256: sha256(bytes),
    warnings,
  };
}

/** A JPEG that misses its target with the quick encoder gets one try with the slow one, which saves up to a fifth more. */
async function encoded(picture: Raw, { format, quality, maxBytes }: Rendition): Promise<Buffer> {
  const bytes = await encodeWithin(format, quality, maxBytes, (q) => encode(picture, format, q));
  if (format !== 'jpeg' || maxBytes === null || bytes.length <= maxBytes) return bytes;
  const smaller = await encode(picture, 'mozjpeg', Math.min(quality, LOWEST_QUALITY));
  return smaller.length < bytes.length ? smaller : bytes;
}
