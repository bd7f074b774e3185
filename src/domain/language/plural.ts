/** Romanian counts: „1 credit”, „2 credite”, „20 de credite”. −1 means unlimited and is tested first: Intl calls it "one". */
const rules = new Intl.PluralRules('ro');
const number = new Intl.NumberFormat('ro-RO');

export interface Noun {
  readonly one: string;
  readonly few: string;
}

export const NOUNS = {
  credit: { one: 'credit', few: 'credite' },
  photo: { one: 'fotografie', few: 'fotografii' },
  batch: { one: 'lot', few: 'loturi' },
  result: { one: 'rezultat', few: 'rezultate' },
  file: { one: 'fișier', few: 'fișiere' },
  document: { one: 'document', few: 'documente' },
  recipe: { one: 'rețetă', few: 'rețete' },
  output: { one: 'variantă', few: 'variante' },
  order: { one: 'comandă', few: 'comenzi' },
  plate: { one: 'număr', few: 'numere' },
  day: { one: 'zi', few: 'zile' },
  second: { one: 'secundă', few: 'secunde' },
  hour: { one: 'oră', few: 'ore' },
  minute: { one: 'minut', few: 'minute' },
  year: { one: 'an', few: 'ani' },
} as const satisfies Record<string, Noun>;

/** Returns „20 de credite” for `count(20, NOUNS.credit)`. */
export function formatCount(n: number, noun: Noun): string {
  return `${formatNumber(n)} ${inflectNoun(n, noun)}`;
}

/** Returns the noun as it stands after the number n: „credit”, „credite”, „de credite”. */
export function inflectNoun(n: number, noun: Noun): string {
  const form = rules.select(n);
  if (form === 'one') return noun.one;
  return form === 'few' ? noun.few : `de ${noun.few}`;
}

export function formatNumber(n: number): string {
  return number.format(n);
}

/** Returns a balance on the screen: „∞ credite” when unlimited. */
export function creditsLabel(totalCredits: number): string {
  return totalCredits === -1 ? '∞ credite' : formatCount(totalCredits, NOUNS.credit);
}
