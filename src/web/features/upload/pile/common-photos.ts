import type { Photo } from '#contract/photos.ts';

/** A lot as far as its photos go, made or not. */
interface PhotosOfLot {
  readonly name: string;
  readonly photoIds: readonly string[];
  readonly photos: Readonly<Record<string, Photo>>;
}

/** A photo that lies in several folders, and the one lot that has it. */
interface CommonPhoto {
  readonly name: string;
  readonly lot: string;
}

/**
 * Returns the photos that came from several folders and are missing in the lot of one of them: the same bytes are one photo, which stands in
 * one lot. `sent`: all that came to the lots, copies too.
 */
export function findCommonPhotos(
  lots: readonly PhotosOfLot[],
  sent: readonly Photo[],
): readonly CommonPhoto[] {
  const common = new Map<string, CommonPhoto>();
  for (const { state, folder, duplicateOf } of sent) {
    if (state !== 'duplicate' || folder === undefined || duplicateOf === null) continue;
    const places = lots.filter(({ photoIds, photos }) =>
      photoIds.some((id) => photos[id]?.folder === folder),
    );
    const holders = lots.filter(({ photoIds }) => photoIds.includes(duplicateOf));
    const [holder] = holders;
    const name = holder?.photos[duplicateOf]?.name;
    // A folder of which no lot has a photo is a part of a thing, or a second copy of all.
    const isThere = places.length === 0 || places.some((place) => holders.includes(place));
    if (holder !== undefined && name !== undefined && !isThere)
      common.set(duplicateOf, { name, lot: holder.name });
  }
  return [...common.values()];
}

const MOST_NAMED = 3;

/** Returns „„eticheta.jpg” e aceeași poză în mai multe dosare: stă doar în „Rochie albă”. …”; null for none. */
export function commonWords(common: readonly CommonPhoto[]): string | null {
  const [one] = common;
  if (one === undefined) return null;
  if (common.length === 1)
    return `„${one.name}” e aceeași poză în mai multe dosare: stă doar în „${one.lot}”. În celelalte loturi adaug-o din nou, pe pagina lor.`;
  const named = common.slice(0, MOST_NAMED).map(({ name, lot }) => `„${name}” în „${lot}”`);
  const more = common.length - named.length;
  const list = more === 0 ? named : [...named, more === 1 ? 'încă una' : `încă ${more}`];
  const where = new Intl.ListFormat('ro', { type: 'conjunction' }).format(list);
  return `Unele poze sunt aceleași în mai multe dosare și stau într-un singur lot: ${where}. În celelalte loturi adaugă-le din nou, pe pagina lor.`;
}
