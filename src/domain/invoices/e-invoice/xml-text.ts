import { isReadable, tidyLine } from '#domain/language/visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Written in place of a text that has nothing to read: an empty element is refused. */
const NOTHING = '–';

/**
 * Returns text as one line without characters that XML 1.0 forbids or directions that would turn the line around; at most so many letters,
 * counted as the rules of the e-invoice count them (code points).
 */
export function cutLine(text: string, mostLetters: number): string {
  const line = tidyLine(text).replace(/\p{Noncharacter_Code_Point}/gu, '');
  const cut = [...line].slice(0, mostLetters).join('').trim();
  return isReadable(cut) ? cut : NOTHING;
}

/** Returns such a line with its markup escaped. Every text of a document goes through here. */
export function xmlText(text: string, mostLetters: number): string {
  return cutLine(text, mostLetters).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
