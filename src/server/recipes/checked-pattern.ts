import { DEFAULT_PATTERN, unknownTokens } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { withCommaLetters } from '#domain/language/fold.ts';

/** A pattern of file names as it is stored; refuses recipes/invalid for one that says something unknown. */
export function checkedPattern(wanted: string): string {
  const pattern = withCommaLetters(wanted).trim() || DEFAULT_PATTERN;
  if (unknownTokens(pattern).length > 0) throw new AppError('recipes/invalid');
  return pattern;
}
