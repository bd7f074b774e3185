import type { ErrorCode } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { asAppError } from '#server/http/errors.ts';

const AWAY: ReadonlySet<ErrorCode> = new Set([
  'http/unavailable',
  'http/storage-full',
  'photos/storage-full',
]);

/** True when the database, the store or a disk can't be reached or is full. */
export function isAway(error: unknown): boolean {
  return AWAY.has(asAppError(error).code);
}

/**
 * True when work on stored files failed because of storage or database, and not because of the photo. A copy that vanished under an image
 * process is no lost file; only one of `keys` that the store itself lacks is.
 */
export async function isOutage(
  { files }: Pick<App, 'files'>,
  error: unknown,
  keys: readonly string[],
): Promise<boolean> {
  const { code } = asAppError(error);
  if (code !== 'photos/file-missing') return isAway(error);
  const lost = await Promise.all(keys.map((key) => files.isLost(key).catch(() => false)));
  return !lost.includes(true);
}
