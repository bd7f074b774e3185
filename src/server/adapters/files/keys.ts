/** What a key may look like, in every adapter: a wrong one is a fault of ours, never a path. */
const STORED =
  /^(?:originals|thumbnails|proxies|results|masks|exports)\/(?:img|res|cut|exp)_([a-z0-9]{2})[a-z0-9]+(?:\.[a-z0-9]+)?$/;
/** Files that a newer one may take the place of. */
const REPLACED = /^(?:users\/usr_[a-z0-9]+\/avatar\.jpg|installation\.json)$/;

/** Returns the two letters of the id by which a folder of many files is split; null for files that are not in one. Throws for what is no key. */
export function shardOf(key: string): string | null {
  if (REPLACED.test(key)) return null;
  const [, shard] = STORED.exec(key) ?? [];
  if (!shard) throw new Error(`not a file key: ${key}`);
  return shard;
}

/** True for a key whose bytes never change. Throws for what is no key. */
export function isImmutable(key: string): boolean {
  return shardOf(key) !== null;
}
