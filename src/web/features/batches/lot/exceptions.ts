import { type Exception, NO_EXCEPTION } from '#domain/recipes/exception.ts';

/** Returns a photo's exception after a change; null when it matches the lot's recipe again. */
export function withChange(exception: Exception, change: Partial<Exception>): Exception | null {
  const next = { ...exception, ...change };
  return differs(next) ? next : null;
}

export function differs(exception: Exception): boolean {
  const keys = Object.keys(NO_EXCEPTION) as (keyof Exception)[];
  return keys.some((key) => exception[key] !== NO_EXCEPTION[key]);
}

interface Edits {
  readonly exceptions?: Readonly<Record<string, Exception | null>> | undefined;
}

/** Two edits of a lot as one: later fields replace earlier ones, but photos that only the earlier one named keep their exceptions. */
export function mergeEdits<E extends Edits>(earlier: E, later: E): E {
  const both = { ...earlier, ...later };
  if (!earlier.exceptions || !later.exceptions) return both;
  return { ...both, exceptions: { ...earlier.exceptions, ...later.exceptions } };
}

/** Returns the saved exceptions with the unsaved ones over them. */
export function withExceptions(
  saved: Readonly<Record<string, Exception>>,
  edits: Edits['exceptions'] = {},
): Record<string, Exception> {
  const all = Object.entries({ ...saved, ...edits });
  return Object.fromEntries(all.flatMap(([id, own]) => (own === null ? [] : [[id, own] as const])));
}
