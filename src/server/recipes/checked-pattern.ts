import { DEFAULT_PATTERN, unknownTokens } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { withCommaLetters } from '#domain/language/fold.ts';

/** Returns a pattern of file names as it is stored. Throws recipes/invalid for an unknown word in it. */
export function checkedPattern(wanted: string): string {
  const pattern = withCommaLetters(wanted).trim() || DEFAULT_PATTERN;
  if (unknownTokens(pattern).length > 0) throw new AppError('recipes/invalid');
  return pattern;
}
