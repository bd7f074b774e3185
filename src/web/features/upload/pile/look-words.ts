import type { Batch } from '#contract/batches.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';

interface Seen {
  readonly lot: Pick<Batch, 'run'>;
  readonly needsLook: boolean;
}

/** Returns „2 loturi din 10 au ceva de văzut: stau primele.”; a lot without a run has no files to see and does not start. Null for none. */
export function lookWords(seen: readonly Seen[]): string | null {
  const open = seen.filter(({ needsLook }) => needsLook);
  const stuck = open.filter(({ lot }) => lot.run === null).length;
  const found = open.length - stuck;
  if (open.length === 0) return null;
  if (seen.length === 1) return stuck > 0 ? 'Lotul nu pornește încă.' : 'Lotul are ceva de văzut.';
  if (stuck === seen.length) return 'Niciun lot nu pornește încă: sub fiecare scrie de ce.';
  if (found === seen.length) return 'Toate loturile au ceva de văzut.';
  const whole = formatNumber(seen.length);
  const words = [
    ...(stuck > 0 ? [stuck === 1 ? 'nu pornește încă' : 'nu pornesc încă'] : []),
    ...(found > 0 ? [`${found === 1 ? 'are' : 'au'} ceva de văzut`] : []),
  ];
  const [first, second] = words;
  const where =
    open.length === seen.length ? 'sub fiecare scrie ce' : open.length > 1 ? 'stau primele' : 'stă primul';
  const count = second === undefined ? open.length : stuck;
  const more = second === undefined ? '' : `, ${formatNumber(found)} ${second}`;
  return `${formatCount(count, NOUNS.batch)} din ${whole} ${first}${more}: ${where}.`;
}
