import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';

/** „25” and „de credite”, „∞” and „credite”: for where the figure stands out. */
export function creditParts(totalCredits: number): [figure: string, noun: string] {
  const label = creditsLabel(totalCredits);
  const end = label.indexOf(' ');
  return [label.slice(0, end), label.slice(end + 1)];
}

/** The batches and photos that a balance covers: „Ajung pentru 3 loturi de câte 20 de fotografii.” */
export function balanceBuys(totalCredits: number): string {
  if (totalCredits === UNLIMITED) return 'Poți procesa oricâte loturi.';
  if (totalCredits === 0) return 'Nu mai ajunge pentru un lot nou.';
  const photos = formatCount(PHOTOS_PER_CREDIT, NOUNS.photo);
  if (totalCredits === 1) return `Ajunge pentru un lot de cel mult ${photos}.`;
  return `Ajung pentru ${formatCount(totalCredits, NOUNS.batch)} de câte ${photos}.`;
}
