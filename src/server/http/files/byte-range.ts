import type { ByteRange } from '#server/adapters/files/port.ts';

/**
 * Returns the byte range that a Range header asks for (RFC 9110, 14.2). Null: send the whole file, for no header, another unit or several
 * ranges. `unsatisfiable`: the range begins past the file's end.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const last = bytes - 1;
    return Number(to) === 0 || bytes === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, bytes - Number(to)), last };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= bytes) return 'unsatisfiable';
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}
