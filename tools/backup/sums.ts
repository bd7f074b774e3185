import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** SHA-256 in hex by path, with „/” between folders on every system. */
export type Sums = ReadonlyMap<string, string>;

/** Windows has no such flag. */
export const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const LINE = /^([0-9a-f]{64}) {2}([^\r\n]+)$/;

/** Lines that `sha256sum -c` understands. */
export function formatSums(sums: Sums): string {
  return [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('');
}

/** Null when it is no list of sums. */
export function parseSums(text: string): Sums | null {
  const sums = new Map<string, string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, path] = LINE.exec(line) ?? [];
    if (!sum || !path) return null;
    sums.set(path, sum);
  }
  return sums;
}

export function computeSum(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Follows no link: one in a file's place is an error. */
export async function sumOfFile(path: string): Promise<string> {
  const file = await open(path, READ_NO_LINK);
  const hash = createHash('sha256');
  await pipeline(file.createReadStream({ highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
