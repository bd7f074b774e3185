/**
 * Warnings before the start: blurry, dark or overexposed photos, too few pixels for a platform, the same shot twice, an unconfirmed
 * plate, places in the files. They never block. Thresholds are measured on real photos.
 */
import type { Signs, Tones } from '#domain/photos/analysis.ts';
import { type Fault, listFaults } from '#domain/photos/faults.ts';
import { withMargins } from './crop-fit.ts';
import { getUsableSubject, type JudgedCutout } from './cutout.ts';
import { computeFraming, framedSize } from './framing.ts';
import { getBoxCorners } from './geometry.ts';
import { keepWholeInRatio } from './look/keep-whole.ts';
import { type OutputSpec, takesPhoto } from './outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from './photo-overrides.ts';
import { computePlacement } from './placement.ts';
import { type PlatedPhoto, platesToAsk } from './plates.ts';
import type { Recipe } from './recipe.ts';

export interface CheckedPhoto extends PlatedPhoto {
  readonly id: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly hasGps: boolean;
  /** Missing where none was made. */
  readonly cutout?: JudgedCutout | null;
  readonly signs: (Signs & Pick<Tones, 'black' | 'white'>) | null;
}

export type Warning =
  | {
      readonly kind: Fault | 'plate' | 'gps';
      readonly photoId: string;
    }
  | { readonly kind: 'small'; readonly photoId: string; readonly outputs: readonly string[] }
  | { readonly kind: 'same' | 'similar'; readonly photoId: string; readonly as: string };

/** Differing bits, of 64, up to which two difference hashes are the same or similar. */
const SAME = 8;
const SIMILAR = 12;
/** Least share of the long side of a platform's file, when the platform names no minimum. */
const HALF = 0.5;

export interface CheckedBatch {
  readonly recipe: Recipe;
  readonly exceptions: Readonly<Record<string, PhotoOverrides>>;
  /** Outputs, each with the least pixels that its marketplace wants on the long side; null when it names none. */
  readonly outputs: readonly (OutputSpec & { readonly leastSide: number | null })[];
}

/** Returns the warnings in the order of the photos; of two similar photos the worse one is named. */
export function batchWarnings(photos: readonly CheckedPhoto[], batch: CheckedBatch): Warning[] {
  const best = photos
    .map((photo) => ({ photo, faults: measureFaults(photo) }))
    .sort(bestFirst)
    .map(({ photo }) => photo);
  return photos.flatMap((photo, at) => [
    ...listQualityWarnings(photo),
    ...smallFor(photo, {
      ...batch,
      outputs: batch.outputs.filter((output) => takesPhoto(output, at === 0)),
    }),
    ...likeBetter(photo, best.slice(0, best.indexOf(photo))),
    ...listPlateWarnings(photo, batch),
    ...(photo.hasGps ? [{ kind: 'gps' as const, photoId: photo.id }] : []),
  ]);
}

/** False for places: they are removed from every file anyway, so there is nothing to check. */
export function asksForALook({ kind }: Warning): boolean {
  return kind !== 'gps';
}

function listQualityWarnings({ id: photoId, signs }: CheckedPhoto): Warning[] {
  if (signs === null) return [];
  return listFaults(signs).map((kind) => ({ kind, photoId }));
}

function smallFor(photo: CheckedPhoto, { recipe, exceptions, outputs }: CheckedBatch): Warning[] {
  const { id: photoId, width, height, signs, cutout = null } = photo;
  if (width === null || height === null) return [];
  const overrides = exceptions[photoId] ?? NO_OVERRIDES;
  const box = getUsableSubject(cutout);
  const subject = box && getBoxCorners(box);
  const wishes = { exception: overrides, tilt: signs?.tilt ?? null, subject };
  const upright = { width, height };
  const own = keepWholeInRatio(recipeFor(recipe, overrides), upright, { wishes, isCut: subject !== null });
  const framed = framedSize(computeFraming(upright, own, wishes));
  const tooLarge = outputs.filter(({ renditions: [rendition], leastSide }) => {
    if (rendition === undefined) return false;
    const { photo: shown } = computePlacement(framed, withMargins(rendition, own));
    return (
      Math.max(shown.width, shown.height) < (leastSide ?? HALF * Math.max(rendition.width, rendition.height))
    );
  });
  return tooLarge.length === 0
    ? []
    : [{ kind: 'small', photoId, outputs: tooLarge.map(({ label }) => label) }];
}

/** Sorts sharp before blurry, then bright before dark, then large before small; otherwise in batch order. */
function bestFirst({ faults: a }: { faults: Faults }, { faults: b }: { faults: Faults }): number {
  return a.blur - b.blur || a.dark - b.dark || a.small - b.small;
}

type Faults = Readonly<Record<'blur' | 'dark' | 'small', number>>;

function measureFaults(photo: CheckedPhoto): Faults {
  const kinds = listQualityWarnings(photo).map(({ kind }) => kind);
  const pixels = (photo.width ?? 1) * (photo.height ?? 1);
  return {
    blur: kinds.includes('very-blurry') ? 2 : Number(kinds.includes('blurry')),
    dark: Number(kinds.includes('dark')),
    // Counts in halvings, so that a slight crop does not make a photo the worse one.
    small: -Math.round(Math.log2(pixels)),
  };
}

function likeBetter({ id: photoId, signs }: CheckedPhoto, better: readonly CheckedPhoto[]): Warning[] {
  const hash = signs?.dhash ?? null;
  if (hash === null) return [];
  let nearest: { bits: number; id: string } = { bits: SIMILAR + 1, id: '' };
  for (const { id, signs: other } of better) {
    if (other?.dhash == null) continue;
    const bits = bitsApart(hash, other.dhash);
    if (bits < nearest.bits) nearest = { bits, id };
  }
  if (nearest.bits > SIMILAR) return [];
  return [{ kind: nearest.bits <= SAME ? 'same' : 'similar', photoId, as: nearest.id }];
}

function listPlateWarnings(photo: CheckedPhoto, { recipe }: CheckedBatch): Warning[] {
  const isAsked = recipe.plates.kind !== 'off' && platesToAsk(photo, recipe.plates).length > 0;
  return isAsked ? [{ kind: 'plate', photoId: photo.id }] : [];
}

/** Returns the number of differing bits of two hashes of 16 hex digits. */
export function bitsApart(a: string, b: string): number {
  let bits = 0;
  for (let i = 0; i < a.length; i += 8) {
    let differing = Number.parseInt(a.slice(i, i + 8), 16) ^ Number.parseInt(b.slice(i, i + 8), 16);
    for (; differing !== 0; differing &= differing - 1) bits++;
  }
  return bits;
}
