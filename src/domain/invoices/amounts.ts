/** An amount with the tax in it, in whole bani: `grossBani` is the sum of the two. */
export interface TaxedAmount {
  readonly netBani: number;
  readonly vatBani: number;
  readonly grossBani: number;
}

/** Returns the tax in a gross amount; half a ban counts as a whole one. `percent` null: an exempt seller's. */
function vatIn(grossBani: number, percent: number | null): number {
  return percent === null ? 0 : Math.round((grossBani * percent) / (100 + percent));
}

/** Returns the amounts of an invoice over a paid sum. Throws RangeError for a sum that is no whole, positive number of bani. */
export function invoiceAmount(grossBani: number, percent: number | null): TaxedAmount {
  if (!Number.isSafeInteger(grossBani) || grossBani <= 0)
    throw new RangeError(`${grossBani} bani cannot be invoiced`);
  const vatBani = vatIn(grossBani, percent);
  return { netBani: grossBani - vatBani, vatBani, grossBani };
}

/**
 * Returns the amounts of a storno, all negative or zero. The tax is reckoned from what goes back, but never takes more net or tax than
 * `rest`, what earlier stornos left of the invoice, so that the one that empties it takes both by difference. Throws RangeError when more
 * would go back than is left.
 */
export function stornoAmount(rest: TaxedAmount, grossBani: number, percent: number | null): TaxedAmount {
  if (!Number.isSafeInteger(grossBani) || grossBani <= 0 || grossBani > rest.grossBani)
    throw new RangeError(`${grossBani} bani cannot be taken off ${rest.grossBani}`);
  const vatBani = Math.max(grossBani - rest.netBani, Math.min(rest.vatBani, vatIn(grossBani, percent)));
  return { netBani: 0 - (grossBani - vatBani), vatBani: 0 - vatBani, grossBani: 0 - grossBani };
}

/** Adds up the amounts of documents. */
export function sumOfAmounts(amounts: readonly TaxedAmount[]): TaxedAmount {
  const sum = (key: keyof TaxedAmount) => amounts.reduce((total, amount) => total + amount[key], 0);
  return { netBani: sum('netBani'), vatBani: sum('vatBani'), grossBani: sum('grossBani') };
}
