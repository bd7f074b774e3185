/** Cuts a batch's photos, in its order, into pieces of at most `most`: the first one stays the batch. */
export function splitIntoParts<T>(photos: readonly T[], most: number): T[][] {
  const size = Math.max(1, most);
  return Array.from({ length: Math.ceil(photos.length / size) }, (_, part) =>
    photos.slice(part * size, (part + 1) * size),
  );
}
