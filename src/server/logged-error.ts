import { type SerializedError, stdSerializers } from 'pino';

/**
 * Returns what the log keeps of an error: what it is and where it came from. PostgreSQL tells the row that it refused (detail, where), and
 * in it addresses and hashes: that stays out.
 */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack, ...more } = stdSerializers.err(error) as SerializedError;
  const kept = ['code', 'constraint', 'table', 'syscall', 'statusCode'] as const;
  return { type, message, stack, ...Object.fromEntries(kept.map((name) => [name, more[name]])) };
}

/** Returns every failure, oldest first: a stack that is disposed wraps each after the first around those before it. */
export function failuresIn(failure: unknown): unknown[] {
  return failure instanceof SuppressedError ? [...failuresIn(failure.suppressed), failure.error] : [failure];
}
