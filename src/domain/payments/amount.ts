/** On the provider's wire money is a JSON number of lei (50, 149.9); inside it is integer bani. Both ways are exact, nothing is rounded. */
export function toLei(bani: number): number {
  if (!Number.isSafeInteger(bani) || bani < 0) throw new RangeError(`${bani} is no amount in bani`);
  return bani / 100;
}

/** Bani of an amount in lei; null for what is not a whole number of bani (a text, 49.999, a negative amount). */
export function toBani(lei: unknown): number | null {
  if (typeof lei !== 'number' || !(lei >= 0)) return null;
  const bani = Math.round(lei * 100);
  return Number.isSafeInteger(bani) && bani / 100 === lei ? bani : null;
}
