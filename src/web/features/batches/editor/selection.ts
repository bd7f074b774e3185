/** Which photo the stage shows: the chosen one while it is in the lot, else the one that took its place, else the cover. */
export function shownPhoto(
  ids: readonly string[],
  wanted: string | null,
  before: readonly string[],
): string | null {
  if (wanted !== null && ids.includes(wanted)) return wanted;
  const place = wanted === null ? -1 : before.indexOf(wanted);
  if (place < 0) return ids[0] ?? null;
  return ids[Math.min(place, ids.length - 1)] ?? null;
}

/** Returns the index of the chosen output, wherever it is now; else of the one in its place. */
export function outputPlace(
  { key, place }: { key: string | null; place: number },
  keys: readonly string[],
): number {
  const at = key === null ? -1 : keys.indexOf(key);
  return at >= 0 ? at : Math.min(place, Math.max(0, keys.length - 1));
}
