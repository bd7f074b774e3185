/** Which of a list's rows are in sight, from their heights. */
export interface Range {
  readonly first: number;
  /** Included; −1: none. */
  readonly last: number;
}

/** Returns the top of each row, and last the end of the list. */
export function topsOf(heights: readonly number[]): number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The rows between two places of the list, and `spare` more on either side. */
export function rowsBetween(tops: readonly number[], from: number, to: number, spare: number): Range {
  const rows = tops.length - 1;
  const first = Math.max(0, rowAt(tops, from) - spare);
  return { first, last: Math.min(rows - 1, rowAt(tops, to) + spare) };
}

/** The last row that begins at or above a place. */
function rowAt(tops: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
