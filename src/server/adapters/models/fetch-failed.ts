import type { FetchProblem } from '#domain/photos/cutout-models.ts';

/** A try that failed. `message`: in English, for the log and the admin; the next try goes on with the bytes that arrived. */
export class FetchFailed extends Error {
  readonly kind: FetchProblem;
  constructor(kind: FetchProblem, message: string) {
    super(message);
    this.kind = kind;
  }
}

const DISK = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EEXIST',
  'ELOOP',
  'ENOTDIR',
  'EISDIR',
]);

/** Returns any error of a try as a FetchFailed. */
export function asFailure(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new FetchFailed('no-room', 'the disk is full');
  if (DISK.has(code)) return new FetchFailed('disk', code);
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || message === 'aborted')
    return new FetchFailed('cut-off', 'the connection broke');
  return new FetchFailed('unreachable', code || message.slice(0, 200));
}
