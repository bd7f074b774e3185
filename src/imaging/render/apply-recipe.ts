/** From the framed photo to the picture that every file is cut from. The same steps for a file and for its preview. */
import { type Framing, framedSize, framingOf, quadToFramed } from '#domain/recipes/framing.ts';
import type { Point, Quad, Size } from '#domain/recipes/geometry.ts';
import { buildSubject } from '#domain/recipes/known-subject.ts';
import { getFramedObject } from '#domain/recipes/look/lot-look.ts';
import { lotPlacement } from '#domain/recipes/look/lot-placement.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { type Placement, placementOf } from '#domain/recipes/placement.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { scenePlacement } from '#domain/recipes/scene-placement.ts';
import { cutOut, onBackground } from '#imaging/background/replace.ts';
import { getDetailShare } from '#imaging/light/detail.ts';
import { applyLight, balanceFor } from '#imaging/light/light.ts';
import { SHARPEN_AMOUNT } from '#imaging/light/sharpen.ts';
import type { Treatment } from '#imaging/messages.ts';
import type { PixelBox, Raw } from '#imaging/pixels/raw.ts';
import { coverPlates } from '#imaging/plates/paint/cover.ts';
import { LEFT, shareLeft, WHOLE } from './plates-left.ts';
import { hasOwnMargins } from './rendering.ts';

/** Worked out before a pixel is read: the recipe as this photo gets it, and where everything ends up. */
export interface RenderPlan {
  readonly recipe: Recipe;
  readonly framing: Framing;
  /** 0–1 of the local contrast and the sharpness that a large photo would get. */
  readonly detail: number;
  /** Of a file; a smaller picture of it takes less. */
  readonly sharpenAmount: number;
  placementOf(rendition: Rendition): Placement;
  /** The file has no edges for those that the photo cut the object off at: in front of another ground it would end in the air. */
  keepsGround(rendition: Rendition): boolean;
  /** It stands as the others of its batch, each in its own part of the photo: a gradient belongs to the file. */
  readonly isInLot: boolean;
}

/** `upright`: the original's size after orientation. `outline`: nearer around the object than its box, where the mask has been read. */
export function planFor(
  { recipe: batchRecipe, edits, analysis, lotLook: look = null }: Treatment,
  upright: Size,
  outline: readonly Point[] | null = null,
): RenderPlan {
  const { exception: overrides, subject, plates } = edits;
  const recipe = recipeFor(batchRecipe, overrides);
  const framing = framingOf(upright, recipe, { exception: overrides, tilt: analysis.tilt, subject });
  const framed = framedSize(framing);
  const detail = getDetailShare(framed, analysis.texture);
  const isDrawn = overrides.crop !== null;
  const known = {
    object: subject,
    plates: [...plates, ...(edits.seenPlates ?? [])],
    matter: analysis.matter,
  };
  const { box } = buildSubject(framing, known, { fill: null, hasCutout: false, isDrawn });
  // A crop drawn by hand decides how large the object is.
  const recipes = overrides.crop === null ? recipe.fill : null;
  const { background } = recipe;
  const hasCutout = edits.maskPath !== null && background.kind !== 'keep';
  const object =
    hasCutout && overrides.crop === null && subject ? getFramedObject(framing, outline ?? subject) : null;
  // A scene and an own picture go on below the margins.
  const isOfPhoto = background.kind !== 'scene' && background.kind !== 'photo';
  const inLot = (rendition: Rendition) =>
    look === null || object === null || (isOfPhoto && hasOwnMargins(rendition))
      ? undefined
      : lotPlacement(object, rendition, { background, fill: rendition.fill ?? recipes, look });
  return {
    recipe,
    framing,
    detail,
    sharpenAmount: detail * SHARPEN_AMOUNT[recipe.sharpen],
    isInLot: look !== null && object !== null,
    keepsGround: (rendition) => inLot(rendition) === null,
    placementOf(rendition) {
      const placed = inLot(rendition);
      if (placed) return placed;
      const fill = rendition.fill ?? recipes;
      if (hasCutout && background.kind === 'scene' && box !== null) {
        const asked = fill ?? (overrides.crop === null ? null : undefined);
        return scenePlacement(framed, rendition, { background, box, fill: asked });
      }
      return placementOf(framed, rendition, buildSubject(framing, known, { fill, hasCutout, isDrawn }));
    },
  };
}

/** The same photo with the ground that it has. */
export function keepGround<T extends Treatment>(job: T): T {
  const { edits, recipe } = job;
  const { background } = recipeFor(recipe, edits.exception);
  return {
    ...job,
    edits: { ...edits, exception: { ...edits.exception, background: { ...background, kind: 'keep' } } },
  };
}

/** The box of the upright photo with its object's alpha; null when the recipe keeps the background or the object is unknown. */
export function cutOutObject(
  upright: Raw,
  { recipe }: RenderPlan,
  {
    job: { edits, files },
    box = { x: 0, y: 0, width: upright.width, height: upright.height },
  }: { job: Treatment; box?: PixelBox },
): Promise<Raw | null> {
  return cutOut(upright, recipe.background, { maskPath: edits.maskPath, path: files.backgroundPath, box });
}

/** Works in place on the framed photo of any size. `hasCutout`: its alpha is the object's, what else there is gives way to the background. */
export async function applyRecipe(
  framed: Raw,
  { recipe, framing, isInLot, detail }: RenderPlan,
  { job, hasCutout }: { job: Treatment; hasCutout: boolean },
): Promise<Raw> {
  applyLight(framed, recipe.light, {
    analysis: job.analysis,
    balance: balanceFor(recipe.light, job.analysis, job.lotBalance),
    detail,
  });
  const plates = job.edits.plates.map((plate) => quadToFramed(framing, plate));
  const cover = { cover: recipe.plates, logoPath: job.files.plateLogoPath };
  if (!hasCutout) {
    await coverPlates(framed, plates, cover);
    return framed;
  }
  const left = plates
    .map((plate) => ({ plate, share: shareLeft(framed, plate) }))
    .filter(({ share }) => share > LEFT);
  const hanging = left.filter(({ share }) => share < WHOLE).map(({ plate }) => plate);
  if (hanging.length > 0) await coverOnObject(framed, hanging, cover);
  const picture = await onBackground(framed, recipe.background, isInLot);
  const whole = left.filter(({ share }) => share >= WHOLE).map(({ plate }) => plate);
  await coverPlates(picture, whole, cover);
  return picture;
}

/** In place. Nothing of the cover is beside the object: there it would hang in the air. */
async function coverOnObject(
  object: Raw,
  plates: readonly Quad[],
  cover: Parameters<typeof coverPlates>[2],
): Promise<void> {
  const { data, channels } = object;
  const alpha = Uint8Array.from({ length: data.length / channels }, (_, i) => data[(i + 1) * channels - 1]);
  await coverPlates(object, plates, cover);
  for (const [i, value] of alpha.entries()) data[(i + 1) * channels - 1] = value;
}
