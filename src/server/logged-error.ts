import { type SerializedError, stdSerializers } from 'pino';

/**
 * Returns the fields of an error that the log keeps. PostgreSQL's detail and where stay out: they quote the refused row, with addresses and
 * hashes.
 */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack, ...more } = stdSerializers.err(error) as SerializedError;
  const kept = ['code', 'constraint', 'table', 'syscall', 'statusCode'] as const;
  return { type, message, stack, ...Object.fromEntries(kept.map((name) => [name, more[name]])) };
}

/** Returns every failure, oldest first: a stack that is disposed wraps each further error around the earlier ones. */
export function failuresIn(failure: unknown): unknown[] {
  return failure instanceof SuppressedError ? [...failuresIn(failure.suppressed), failure.error] : [failure];
}
