import type { AnafFailureKind } from '#domain/invoices/anaf-failure.ts';
import { foldDiacritics } from '#domain/language/fold.ts';
import { tidyLine } from '#domain/language/visible-text.ts';

const LONGEST = 1000;
/** What looks like a token, or a part of one. */
const SECRET = /[\w-]{16,}\.[\w-]{16,}\.[\w-]*|(?=[\w+/=-]*\d)[\w+/=-]{60,}/gu;

/** Kinds of ANAF's sentences, which mix forms and misspell some words; without diacritics. The first that fits counts. */
const SENTENCES: readonly (readonly [RegExp, AnafFailureKind])[] = [
  [/eroare tehnica/u, 'unknown'],
  [/^s-au [a-z]+ deja \d+|numarul? maxim (?:de|al) apeluri|limita .*apeluri|too many requests/u, 'limit'],
  [/aveti drept/u, 'no-rights'],
  [/nu mai poate fi descarcat/u, 'gone'],
];

/** True for a sentence that is ANAF's even without a form around it. */
export function isKnownSentence(text: string): boolean {
  return classifySentence(text) !== 'refused';
}

/** Returns what a sentence in place of an answer means; any that is not known refuses for good. */
export function classifySentence(sentence: string): AnafFailureKind {
  const folded = foldDiacritics(sentence.trim());
  return SENTENCES.find(([pattern]) => pattern.test(folded))?.[1] ?? 'refused';
}

/** True where a list is empty, or ends before the page asked for. */
export function saysNothingListed(sentence: string): boolean {
  return /^nu exista mesaje|^pagina solicitata .*mai mare decat/u.test(foldDiacritics(sentence.trim()));
}

/** Returns ANAF's sentence as it can be stored and shown: one line, no token. */
export function tidySentence(sentence: string): string {
  return tidyLine(sentence.slice(0, 10 * LONGEST))
    .replace(SECRET, '…')
    .slice(0, LONGEST)
    .toWellFormed();
}
