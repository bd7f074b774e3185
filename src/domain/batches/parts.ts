import { groupBy } from '#domain/group-by.ts';

/** New batches that one split may make, as `#contract/batch-runs.ts` accepts them. */
export const MOST_NEW_PARTS = 30;

/** Cuts a batch's photos, in its order, into pieces of at most `most`: the first one stays the batch. */
export function splitIntoParts<T>(photos: readonly T[], most: number): T[][] {
  const size = Math.max(1, most);
  return Array.from({ length: Math.ceil(photos.length / size) }, (_, part) =>
    photos.slice(part * size, (part + 1) * size),
  );
}

/**
 * Cuts a batch's photos into parts of at most `most` between things: `things` has the photos of each, every photo once. Things stand in the
 * order of their first photo and share a part while they fit; one that alone is too large is cut. Where that makes more parts than one
 * split may, things are not looked at.
 */
export function splitBetweenThings(
  photoIds: readonly string[],
  things: readonly (readonly string[])[],
  most: number,
): string[][] {
  const thingOf = new Map(things.flatMap((ids, thing) => ids.map((id) => [id, thing] as const)));
  const parts: string[][] = [];
  for (const piece of [...groupBy(photoIds, (id) => thingOf.get(id)).values()].flatMap((ids) =>
    splitIntoParts(ids, most),
  )) {
    const open = parts.at(-1);
    if (open !== undefined && open.length + piece.length <= most) open.push(...piece);
    else parts.push([...piece]);
  }
  return parts.length > MOST_NEW_PARTS + 1 ? splitIntoParts(photoIds, most) : parts;
}
