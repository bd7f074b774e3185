import type { ListedBatch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';

/** Says what is lost with a batch and what stays. */
export function lossWords({
  resultCount,
  freeUntil,
}: Pick<ListedBatch, 'resultCount' | 'freeUntil'>): string {
  const lost = [
    resultCount === 0 ? 'Rețeta și ordinea lui se pierd.' : resultWords(resultCount),
    freeUntil === null
      ? ''
      : `Pierzi și refacerea gratuită, deschisă până pe ${formatDay(new Date(freeUntil))}.`,
    'Fotografiile rămân în galerie.',
  ];
  return lost.filter(Boolean).join(' ');
}

function resultWords(n: number): string {
  return n === 1
    ? 'Rezultatul lui se șterge definitiv.'
    : `Cele ${formatCount(n, NOUNS.result)} ale lui se șterg definitiv.`;
}
