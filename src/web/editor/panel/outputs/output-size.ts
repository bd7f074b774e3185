import { measurePhotoSide } from '#domain/batches/pixels-in-files.ts';
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { getUsableSubject } from '#domain/recipes/cutout.ts';
import { type Framing, framedSize, type Wishes } from '#domain/recipes/framing.ts';
import { type Box, getBoxCorners, longSide, type Size } from '#domain/recipes/geometry.ts';
import type { Known } from '#domain/recipes/known-subject.ts';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import { measureLotLook, placePhoto } from '#domain/recipes/look/place-photo.ts';
import { type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { EditableBatch, EditablePhoto } from '#web/editor/editable-photo.ts';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';

const NO_WISHES: Wishes = { exception: NO_OVERRIDES, tilt: null, subject: null };
const NOTHING_KNOWN: Known = { object: null, plates: [] };

interface OutputRequest {
  readonly photo: Size;
  readonly recipe: Recipe;
  readonly output: OutputChoice;
  readonly presets: readonly Preset[];
  readonly wishes?: Partial<Wishes>;
  readonly known?: Known;
  /** True when a new ground lies behind the object. */
  readonly hasCutout?: boolean;
  /** How the batch's objects stand on another ground. */
  readonly lotLook?: LotLook | null;
}

interface PlacedOutput {
  readonly framing: Framing;
  /** Null where the output's preset is unknown. */
  readonly placement: Placement | null;
  /** True where the file keeps its photo's ground though its object is cut out: it has no edge for one that the photo cut the object off at. */
  readonly isGroundKept: boolean;
}

function placeDelivered({ photo, recipe, output, presets, ...more }: OutputRequest): PlacedOutput {
  const { known = NOTHING_KNOWN, hasCutout: isCut = false, lotLook: look = null } = more;
  const wishes = { ...NO_WISHES, ...more.wishes };
  const wanted = placePhoto({ upright: photo, recipe, wishes, known, isCut, outline: null, look });
  const asked = resolveOutputs([output], presets)[0]?.renditions[0];
  if (asked === undefined) return { framing: wanted.framing, placement: null, isGroundKept: false };
  const isGroundKept = wanted.keepsGround(withMargins(asked, wanted.recipe));
  const plan = isGroundKept
    ? placePhoto({ upright: photo, recipe, wishes, known, isCut: false, outline: null, look })
    : wanted;
  const placement = plan.placementOf(withMargins(asked, plan.recipe));
  return { framing: plan.framing, placement, isGroundKept };
}

/** Pixels of a file, the share 0–1 of it that is margin, and the pixels on the long side that the photo gives to it. */
interface DeliveredSize extends Size {
  readonly margin: number;
  readonly photoSide: number;
}

/** Returns the pixels that a photo's file will have, never more than the photo has. */
export function deliveredSize(delivered: OutputRequest): DeliveredSize {
  const { framing, placement } = placeDelivered(delivered);
  if (placement === null) {
    const size = framedSize(framing);
    return { ...size, margin: 0, photoSide: longSide(size) };
  }
  const { canvas, photo } = placement;
  const photoSide = measurePhotoSide(placement, delivered.hasCutout === true);
  return { ...canvas, photoSide, margin: 1 - (photo.width * photo.height) / (canvas.width * canvas.height) };
}

/** The settings that an output's files are made by. */
export interface Around {
  readonly recipe: Recipe;
  /** The photo's differences from it. */
  readonly overrides: PhotoOverrides;
  readonly presets: readonly Preset[];
  readonly lotLook?: LotLook | null;
}

type Shown = Pick<EditablePhoto, 'width' | 'height' | 'signs' | 'cutout' | 'plates' | 'plateSuggestions'>;

/** Returns null while the photo's pixels are not known. */
function describeDelivered(photo: Shown, output: OutputChoice, around: Around): OutputRequest | null {
  const { width, height, signs, cutout } = photo;
  if (!width || !height) return null;
  const { overrides, presets, lotLook = null } = around;
  const recipe = recipeFor(around.recipe, overrides);
  const subject = getUsableSubject(cutout);
  const object = subject && getBoxCorners(subject);
  const plates = photo.plates ?? photo.plateSuggestions ?? [];
  return {
    photo: { width, height },
    recipe,
    output,
    presets,
    wishes: { exception: overrides, tilt: signs?.tilt ?? null, subject: object },
    known: { object, plates, matter: signs?.matter },
    hasCutout: subject !== null && recipe.background.kind !== 'keep',
    lotLook,
  };
}

/** Returns how the batch's objects stand on another ground, as the files will. */
export function measureShownLook(
  { photoIds, photos, exceptions }: Pick<EditableBatch, 'photoIds' | 'photos' | 'exceptions'>,
  recipe: Recipe,
): LotLook | null {
  const shown = photoIds.flatMap((id) => photos[id] ?? []);
  return measureLotLook(
    recipe,
    shown.map(({ id, width, height, signs, cutout }) => ({
      width,
      height,
      overrides: exceptions[id] ?? NO_OVERRIDES,
      tilt: signs?.tilt ?? null,
      subject: getUsableSubject(cutout),
    })),
  );
}

/**
 * Returns the pixels that a photo gets in an output, and the share of them that is a ground unasked: a new ground does not count, nor one
 * that a person chose to be filled up. Null while the photo's own are not known.
 */
export function sizeIn(photo: Shown, output: OutputChoice, around: Around): DeliveredSize | null {
  const delivered = describeDelivered(photo, output, around);
  if (delivered === null) return null;
  const size = deliveredSize(delivered);
  const isAsked = output.kind === 'custom' || delivered.recipe.cropBy === 'margins' || delivered.hasCutout;
  return isAsked ? { ...size, margin: 0 } : size;
}

/**
 * True where the photo's cut-out counts, and yet its file for this output keeps the photo's ground. The page knows the object by its box,
 * whose corners reach further than the object once the photo is straightened: only what holds with and without that is said.
 */
export function isGroundKeptIn(photo: Shown, output: OutputChoice, around: Around): boolean {
  const delivered = describeDelivered(photo, output, around);
  if (delivered?.hasCutout !== true) return false;
  const level = { ...delivered, wishes: { ...delivered.wishes, tilt: null } };
  return [delivered, level].every((one) => placeDelivered(one).isGroundKept);
}

/** The part of the turned and straightened photo that a file shows, where its shape takes off more than a hair. */
export interface OutputCrop {
  readonly box: Box;
  /** Share 0–1 of the framed photo's sides that is left. */
  readonly left: Size;
  /** Width ÷ height. */
  readonly aspect: number;
}

const HAIR = 0.005;

/** Returns null where nothing is cut off, or where the object stands on a new ground, which is placed by itself. */
export function findCrop(photo: Shown, output: OutputChoice, around: Around): OutputCrop | null {
  const delivered = describeDelivered(photo, output, around);
  if (delivered === null || delivered.hasCutout) return null;
  const { framing, placement } = placeDelivered(delivered);
  if (placement === null) return null;
  const { cut } = placement;
  if (cut.width > 1 - HAIR && cut.height > 1 - HAIR) return null;
  const { crop } = framing;
  const { width, height } = framedSize(framing);
  return {
    box: {
      x: crop.x + cut.x * crop.width,
      y: crop.y + cut.y * crop.height,
      width: cut.width * crop.width,
      height: cut.height * crop.height,
    },
    left: { width: cut.width, height: cut.height },
    aspect: (cut.width * width) / (cut.height * height),
  };
}

/** Returns „OLX 1600×1067”: the pixels that this photo's file will have. */
export function formatOutputBadge(
  photo: EditablePhoto | null,
  output: OutputChoice | null,
  around: Around,
): string {
  if (output === null) return NO_OUTPUT;
  const size = photo && sizeIn(photo, output, around);
  const label = choiceLabel(output, around.presets);
  return size ? `${label} ${size.width}×${size.height}` : label;
}

export const NO_OUTPUT = 'alege unde publici';
