import { withCommaLetters } from '#domain/language/fold.ts';

/**
 * Returns one line that is what it looks like: single spaces, nothing invisible, no control or direction characters, at most two marks on a
 * letter, cedillas as commas.
 */
export function tidyLine(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .normalize('NFC')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1');
  return withCommaLetters(plain).replace(/\s+/g, ' ').trim();
}

/** Returns lines tidied each by itself, without empty ones at both ends. */
export function tidyLines(text: string): string {
  return text.split('\n').map(tidyLine).join('\n').trim();
}

/** False for a text with NUL or a lone surrogate, which PostgreSQL cannot store and no person types. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** True when the tidied line has a letter or a digit. */
export function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}
