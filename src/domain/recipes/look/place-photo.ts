/**
 * Works out where one photo ends up in its files before a pixel of it is read: the same for files, previews and the sizes that the page
 * says.
 */
import { isOtherGround } from '#domain/recipes/background.ts';
import { computeFraming, type Framing, framedSize, type Wishes } from '#domain/recipes/framing.ts';
import { type Box, getBoxCorners, type Point, type Size } from '#domain/recipes/geometry.ts';
import { buildSubject, type Known } from '#domain/recipes/known-subject.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { computePlacement, type Placement } from '#domain/recipes/placement.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { scenePlacement } from '#domain/recipes/scene-placement.ts';
import { keepObjectWhole, keepWholeInRatio } from './keep-whole.ts';
import { buildLotLook, type FramedObject, getFramedObject, type LotLook } from './lot-look.ts';
import { lotPlacement } from './lot-placement.ts';

export interface PlacedPhoto {
  /** The original's size after orientation. */
  readonly upright: Size;
  /** As the photo gets it (`recipeFor`). */
  readonly recipe: Recipe;
  readonly wishes: Wishes;
  readonly known: Known;
  /** True when a new ground may lie behind its object. */
  readonly isCut: boolean;
  /** Points nearer around the object than its box; null where they are not known. */
  readonly outline: readonly Point[] | null;
  readonly look: LotLook | null;
}

export interface PhotoPlan {
  /** As the photo gets it, its ratio reached by margins where a crop would cut a whole object off: what `withMargins` is given. */
  readonly recipe: Recipe;
  readonly framing: Framing;
  /** True when it stands as the others of its batch, each in its own part of the photo: a gradient belongs to the file. */
  readonly isInLot: boolean;
  placementOf(rendition: Rendition): Placement;
  /** True when the file has no edges for those that the photo cut the object off at: in front of another ground it would end in the air. */
  keepsGround(rendition: Rendition): boolean;
}

export function placePhoto(photo: PlacedPhoto): PhotoPlan {
  const { upright, wishes, known, isCut, outline, look } = photo;
  const recipe = keepWholeInRatio(photo.recipe, upright, { wishes, isCut });
  const { background } = recipe;
  const { subject } = wishes;
  const points = outline ?? subject;
  const hasCutout = isCut && isOtherGround(background);
  const isInScene = hasCutout && background.kind === 'scene';
  const isDrawn = wishes.exception.crop !== null;
  // On a plain ground the box decides, as on the page, which knows no outline and says the file's size.
  const kept = isInScene ? points : subject;
  const framing = frameObject(upright, recipe, { wishes, points: hasCutout ? kept : null });
  const framed = framedSize(framing);
  // A crop drawn by hand decides how large the object is.
  const recipes = isDrawn ? null : recipe.fill;
  const framedObject = hasCutout && subject && points ? getFramedObject(framing, points) : null;
  const object = isDrawn ? null : framedObject;
  // A scene and an own picture go on below the margins.
  const isOfPhoto = background.kind !== 'scene' && background.kind !== 'photo';
  const inLot = (rendition: Rendition) =>
    look === null || object === null || (isOfPhoto && hasOwnMargins(rendition))
      ? undefined
      : lotPlacement(object, rendition, { background, fill: rendition.fill ?? recipes, look });
  return {
    recipe,
    framing,
    isInLot: look !== null && object !== null,
    keepsGround: (rendition) => inLot(rendition) === null,
    placementOf(rendition) {
      const placed = inLot(rendition);
      if (placed) return placed;
      const fill = rendition.fill ?? recipes;
      if (isInScene && framedObject !== null) {
        const { box } = framedObject;
        const asked = fill ?? (isDrawn ? undefined : null);
        return scenePlacement(framed, rendition, { background, box, fill: asked });
      }
      return computePlacement(framed, rendition, buildSubject(framing, known, { fill, hasCutout, isDrawn }));
    },
  };
}

/** True for margins in a chosen colour: they end at the photo's edge, where the new ground begins. */
export function hasOwnMargins({ fit, pad }: Rendition): boolean {
  return fit !== 'inside' && pad === 'colour';
}

/** `points`: around the object that is laid on another ground; else null. */
function frameObject(
  upright: Size,
  recipe: Recipe,
  { wishes, points }: { wishes: Wishes; points: readonly Point[] | null },
): Framing {
  const level = computeFraming(upright, recipe, wishes);
  return wishes.exception.crop === null && points !== null ? keepObjectWhole(level, points) : level;
}

/** A photo of a batch, whose figures the look of the others is put together from. */
interface LotMember {
  /** Null while they are not known. */
  readonly width: number | null;
  readonly height: number | null;
  readonly overrides: PhotoOverrides;
  readonly tilt: number | null;
  /** The object of a cut-out that a run takes; null without one. */
  readonly subject: Box | null;
}

/**
 * Returns how the batch's objects stand on another background, measured over all its photos, so that a photo run alone stands as the
 * others; null where all keep their background. Photos without a cut-out yet and photos cropped by hand don't count.
 */
export function measureLotLook(batchRecipe: Recipe, members: readonly LotMember[]): LotLook | null {
  const replaced = members.filter(({ overrides }) => isOnOtherGround(batchRecipe, overrides));
  return replaced.length === 0
    ? null
    : buildLotLook(replaced.flatMap((member) => frameMember(batchRecipe, member) ?? []));
}

export function isOnOtherGround(batchRecipe: Recipe, overrides: PhotoOverrides): boolean {
  return recipeFor(batchRecipe, overrides).background.kind !== 'keep';
}

function frameMember(batchRecipe: Recipe, member: LotMember): FramedObject | null {
  const { width, height, overrides, tilt, subject: box } = member;
  if (box === null || width === null || height === null || overrides.crop !== null) return null;
  const subject = getBoxCorners(box);
  const wishes = { exception: overrides, tilt, subject };
  const upright = { width, height };
  const recipe = keepWholeInRatio(recipeFor(batchRecipe, overrides), upright, { wishes, isCut: true });
  const framing = frameObject(upright, recipe, {
    wishes,
    points: isOtherGround(recipe.background) ? subject : null,
  });
  return getFramedObject(framing, subject);
}
