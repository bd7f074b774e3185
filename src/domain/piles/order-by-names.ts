import { readStem, saysNothing } from './name-prefix.ts';

interface NamedPhoto {
  readonly id: string;
  readonly name: string;
}

/** Words of the photo that is to be seen first, best first; without diacritics. */
const COVERS = [
  /(?<!\p{L})(?:cover|copert[ai]|principal[ae]?|main)(?!\p{L})/iu,
  /(?<!\p{L})(?:fata|front)(?!\p{L})/iu,
];
/** „3” and „(3)” are a place, „0412” is a camera's. */
const PLACE = /^\(?\d{1,3}\)?$/u;

const numeric = new Intl.Collator('ro', { numeric: true });

/**
 * Returns the photos of one thing as their names count them, the cover first: `SKU-1001_2` stands before `SKU-1001_10`, „fata” before all.
 * Null where most names are a camera's: those tell no order.
 */
export function orderByNames(photos: readonly NamedPhoto[]): string[] | null {
  const named = photos.map(({ id, name }) => {
    const stem = readStem(name);
    const cover = COVERS.findIndex((words) => words.test(stem.normalize('NFD').replace(/\p{M}/gu, '')));
    return {
      id,
      stem,
      rank: cover < 0 ? COVERS.length : cover,
      key: stem.replace(/[\s_.()-]+/gu, ' ').trim(),
    };
  });
  const telling = named.filter(
    ({ stem, rank }) => !saysNothing(stem) || PLACE.test(stem) || rank < COVERS.length,
  );
  if (telling.length * 2 <= named.length) return null;
  return named.sort((a, b) => a.rank - b.rank || numeric.compare(a.key, b.key)).map(({ id }) => id);
}
