import { withCommaLetters } from '#domain/language/fold.ts';
import { cleanName } from '#domain/photos/limits.ts';

/** Returns a name as it is stored: ș and ț with a comma, no invisible characters; null when nothing is left. */
export function cleanDisplayName(name: string): string | null {
  return cleanName(withCommaLetters(name).replaceAll('/', ' '), '') || null;
}
