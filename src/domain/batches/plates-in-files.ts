/** Tells how the delivered files show licence plates: covered, in sight, or none found. */
import type { FileFacts } from '#domain/batches/file-facts.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { coversSure, type PlateCover, platesMissing } from '#domain/recipes/plates.ts';

export interface ReadyPlates {
  readonly id: string;
  /** found: the engine sees plates that wait for an answer; confirmed: they are to be covered; denied: the person says there is none. */
  readonly plates: 'none' | 'found' | 'confirmed' | 'denied';
  /** Plates to be covered, and plates that wait for an answer. */
  readonly covers?: readonly Quad[] | undefined;
  readonly asked?: readonly Quad[] | undefined;
  /** True where the engine is sure of a plate. */
  readonly isSure?: boolean;
}

interface PlatesOfFile {
  readonly photoId: string;
  readonly facts: Pick<FileFacts, 'covers' | 'gone'> | null;
}

export interface PlatesInFiles<Photo> {
  /** Number of plates that are covered in every file of their photo that shows their place. */
  readonly covered: number;
  /** Photos with suggested plates that a file shows and that wait for an answer. */
  readonly unseen: readonly Photo[];
  /** Photos with a plate in a file that was to be covered. */
  readonly bare: readonly Photo[];
  /**
   * Photos on which no plate was found, and the person has not said that there is none. Empty where nothing is sure to be a plate: lettering
   * on a shirt makes no lot one of cars, whose other photos would lack a number.
   */
  readonly none: readonly Photo[];
  /** True when each file of a photo with plates says which are covered in it. */
  readonly isTold: boolean;
  /** True when a plate was found somewhere, or the recipe is one for cars: only then there is anything to say. */
  readonly isAboutCars: boolean;
}

/** `files`: of these photos, as they were delivered or, without facts, as they would be. */
export function platesInFiles<Photo extends ReadyPlates>(
  photos: readonly Photo[],
  files: readonly PlatesOfFile[],
  cover: PlateCover,
): PlatesInFiles<Photo> {
  const seen = photos.map((photo) => ({ photo, covered: coveredIn(files, photo.id) }));
  const isOff = cover.kind === 'off';
  const shows = (plates: readonly Quad[] = [], covered: readonly Quad[] | null) =>
    platesMissing(plates, covered ?? []).length > 0;
  const isOfCars =
    coversSure(cover) ||
    seen.some(
      ({ photo: { plates, isSure }, covered }) =>
        isSure === true || plates === 'confirmed' || (covered ?? []).length > 0,
    );
  const which = (is: (one: (typeof seen)[number]) => boolean) => seen.filter(is).map(({ photo }) => photo);
  return {
    covered: seen.reduce(
      (sum, { photo, covered }) => sum + platesMissing(covered ?? [], goneIn(files, photo.id)).length,
      0,
    ),
    unseen: which(
      ({ photo, covered }) => photo.plates === 'found' && (covered === null || shows(photo.asked, covered)),
    ),
    bare: which(({ photo, covered }) =>
      covered === null ? isOff && photo.plates === 'confirmed' : shows(photo.covers, covered),
    ),
    none: which(({ photo, covered }) => isOfCars && photo.plates === 'none' && (covered ?? []).length === 0),
    isTold: seen.every(({ photo, covered }) => photo.plates !== 'confirmed' || covered !== null),
    isAboutCars: isOfCars || seen.some(({ photo: { plates } }) => plates === 'found'),
  };
}

/** Returns the plates that are covered in all files of a photo; null where one of them does not say, or there is none. */
function coveredIn(files: readonly PlatesOfFile[], photoId: string): readonly Quad[] | null {
  const own = files.filter((file) => file.photoId === photoId).map(({ facts }) => facts?.covers);
  const [first] = own;
  if (first === undefined) return null;
  let everywhere: readonly Quad[] = first;
  for (const covers of own) {
    if (covers === undefined) return null;
    everywhere = platesMissing(everywhere, platesMissing(everywhere, covers));
  }
  return everywhere;
}

/** Returns a photo's plates that none of its files shows. */
function goneIn(files: readonly PlatesOfFile[], photoId: string): readonly Quad[] {
  const own = files.filter((file) => file.photoId === photoId).map(({ facts }) => facts?.gone ?? []);
  return own.reduce((all, some) => platesMissing(all, platesMissing(all, some)), own[0] ?? []);
}
