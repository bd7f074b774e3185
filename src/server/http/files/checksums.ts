/** Files whose checksums are kept, some 100 bytes of memory each. */
const MOST_KEPT = 100_000;

export interface Checksums {
  get(key: string): number | undefined;
  set(key: string, crc32: number): void;
}

/** Remembers CRC-32s of stored files by key, so that a repeated ZIP need not compute them again. Keys are never reused. */
export function rememberChecksums(most = MOST_KEPT): Checksums {
  const sums = new Map<string, number>();
  return {
    get: (key) => sums.get(key),
    set: (key, crc32) => {
      sums.set(key, crc32);
      if (sums.size <= most) return;
      const [oldest] = sums.keys();
      if (oldest !== undefined) sums.delete(oldest);
    },
  };
}
