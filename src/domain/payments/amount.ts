/**
 * Returns lei for the provider's wire, where money is a JSON number of lei (50, 149.9); inside it is integer bani. Both ways are exact,
 * nothing is rounded. Throws RangeError for a number that is no amount in bani.
 */
export function toLei(bani: number): number {
  if (!Number.isSafeInteger(bani) || bani < 0) throw new RangeError(`${bani} is no amount in bani`);
  return bani / 100;
}

/** Returns the bani of an amount in lei; null for a value that is no whole number of bani (a text, 49.999, a negative amount). */
export function toBani(lei: unknown): number | null {
  if (typeof lei !== 'number' || !(lei >= 0)) return null;
  const bani = Math.round(lei * 100);
  return Number.isSafeInteger(bani) && bani / 100 === lei ? bani : null;
}
