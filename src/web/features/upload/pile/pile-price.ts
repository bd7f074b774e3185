import { CLOSED_WINDOW, runCost } from '#domain/credits/cost.ts';
import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import type { Arrangement } from '#domain/piles/arrange-lots.ts';

const costOf = (photoIds: readonly string[]) => runCost(CLOSED_WINDOW, photoIds);

/** Returns the credits that the lots cost, each by itself. */
function getPileCost(lots: Arrangement): number {
  return lots.reduce((sum, { photoIds }) => sum + costOf(photoIds), 0);
}

/** Returns „7 loturi = 7 credite; într-un singur lot: 5”. `most`: photos of a lot that the plan takes. */
export function priceWords(lots: Arrangement, most: number): string {
  const all = lots.flatMap(({ photoIds }) => photoIds);
  const cost = getPileCost(lots);
  const words = `${formatCount(lots.length, NOUNS.batch)} = ${formatCount(cost, NOUNS.credit)}`;
  const together = costOf(all);
  return lots.length > 1 && all.length <= most && together < cost
    ? `${words}; într-un singur lot: ${formatNumber(together)}`
    : words;
}

/** Returns the lots that the balance pays, each in its turn as a start of all holds its credits; all while the balance is unknown. */
export function pickPaid<Lot extends { readonly cost: number }>(
  lots: readonly Lot[],
  credits: number | null,
): readonly Lot[] {
  if (credits === null || credits === UNLIMITED) return lots;
  let left = credits;
  return lots.filter(({ cost }) => {
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

/** Returns what the lots cost, each by itself. */
export function toPriced(lots: Arrangement): { cost: number }[] {
  return lots.map(({ photoIds }) => ({ cost: costOf(photoIds) }));
}

/** Returns how many of the lots the balance pays, in words; null where it pays all of them. */
export function shortWords(
  lots: readonly { readonly cost: number }[],
  credits: number | null,
): string | null {
  const paid = pickPaid(lots, credits).length;
  const unpaid = lots.length - paid;
  if (credits === null || unpaid === 0) return null;
  const have = `Ai ${formatCount(credits, NOUNS.credit)}`;
  if (lots.length === 1) return `${have}: nu ajung. Lotul rămâne nepornit.`;
  if (paid === 0) return `${have}: nu ajung pentru niciunul. Loturile rămân nepornite.`;
  const others = unpaid === 1 ? 'Celălalt rămâne nepornit.' : 'Celelalte rămân nepornite.';
  return `${have}: ajung pentru ${formatCount(paid, NOUNS.batch)}. ${others}`;
}

/** Returns the lots that have more photos than the plan takes, by number from 1. */
export function findTooLarge(lots: Arrangement, most: number): number[] {
  return lots.flatMap(({ photoIds }, i) => (photoIds.length > most ? [i + 1] : []));
}
