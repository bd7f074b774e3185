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

/** Returns how many of the lots the balance pays, in words; null where it pays all of them. */
export function shortWords(lots: Arrangement, credits: number | null): string | null {
  if (credits === null || credits === UNLIMITED || getPileCost(lots) <= credits) return null;
  let left = credits;
  const paid = lots.filter(({ photoIds }) => {
    const cost = costOf(photoIds);
    if (cost > left) return false;
    left -= cost;
    return true;
  }).length;
  const have = formatCount(credits, NOUNS.credit);
  if (paid === 0) return `Ai ${have}: nu ajung pentru niciunul. Loturile rămân nepornite.`;
  return `Ai ${have}: ajung pentru ${formatCount(paid, NOUNS.batch)}. Celelalte rămân nepornite.`;
}

/** Returns the lots that have more photos than the plan takes, by number from 1. */
export function findTooLarge(lots: Arrangement, most: number): number[] {
  return lots.flatMap(({ photoIds }, i) => (photoIds.length > most ? [i + 1] : []));
}
