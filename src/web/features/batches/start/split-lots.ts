import type { Photo } from '#contract/photos.ts';
import { splitBetweenThings } from '#domain/batches/parts.ts';
import { proposeLots } from '#domain/piles/propose-lots.ts';

/** Photos in the batch's order that no longer fit into one, and how many do. */
export interface Splittable {
  readonly photos: readonly Pick<Photo, 'id' | 'name' | 'takenAt' | 'thumbhash' | 'signs'>[];
  readonly most: number;
}

/** The last answer: the page asks each time it is drawn, and looks at a pile once. */
let known: { readonly key: string; readonly lots: readonly (readonly string[])[] } = { key: '', lots: [] };

/** Returns the photos of each new batch, cut between things where names, times and looks tell them; the first ones stay. */
export function splitLots({ photos, most }: Splittable): readonly (readonly string[])[] {
  const key = [most, ...photos.map(({ id }) => id)].join(' ');
  if (known.key !== key) {
    const things = proposeLots(
      photos.map(({ id, name, takenAt, thumbhash, signs }) => ({
        id,
        name,
        folder: null,
        takenAt,
        thumbhash,
        dhash: signs?.dhash ?? null,
      })),
    ).map(({ photoIds }) => photoIds);
    const ids = photos.map(({ id }) => id);
    known = { key, lots: splitBetweenThings(ids, things, most).slice(1) };
  }
  return known.lots;
}
