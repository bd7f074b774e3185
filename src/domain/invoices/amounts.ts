/** An amount with the tax in it, in whole bani: `grossBani` is the sum of the two. */
export interface TaxedAmount {
  readonly netBani: number;
  readonly vatBani: number;
  readonly grossBani: number;
}

/** The tax that a gross amount holds; half a ban counts as a whole one. `percent` null: an exempt seller's. */
function vatIn(grossBani: number, percent: number | null): number {
  return percent === null ? 0 : Math.round((grossBani * percent) / (100 + percent));
}

/** The amounts of an invoice over what was paid. Throws for what is no whole, positive number of bani. */
export function invoiceAmount(grossBani: number, percent: number | null): TaxedAmount {
  if (!Number.isSafeInteger(grossBani) || grossBani <= 0)
    throw new RangeError(`${grossBani} bani cannot be invoiced`);
  const vatBani = vatIn(grossBani, percent);
  return { netBani: grossBani - vatBani, vatBani, grossBani };
}

/**
 * The amounts of a storno, all negative or zero: the tax is reckoned from what goes back, but never takes more net or tax than `rest`, what
 * earlier stornos left of the invoice, so that the one that empties it takes both by difference. Throws where more would go back than is left.
 */
export function stornoAmount(rest: TaxedAmount, grossBani: number, percent: number | null): TaxedAmount {
  if (!Number.isSafeInteger(grossBani) || grossBani <= 0 || grossBani > rest.grossBani)
    throw new RangeError(`${grossBani} bani cannot be taken off ${rest.grossBani}`);
  const vatBani = Math.max(grossBani - rest.netBani, Math.min(rest.vatBani, vatIn(grossBani, percent)));
  return { netBani: 0 - (grossBani - vatBani), vatBani: 0 - vatBani, grossBani: 0 - grossBani };
}

/** What documents come to together. */
export function sumOfAmounts(amounts: readonly TaxedAmount[]): TaxedAmount {
  const sum = (key: keyof TaxedAmount) => amounts.reduce((total, amount) => total + amount[key], 0);
  return { netBani: sum('netBani'), vatBani: sum('vatBani'), grossBani: sum('grossBani') };
}
