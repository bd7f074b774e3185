/** What a key may look like, in every adapter: a wrong one is a fault of ours, never a path. */
const STORED =
  /^(?:originals|thumbnails|proxies|results|masks|exports|trials|invoices)\/(?:img|res|cut|exp|tst|inv)_([a-z0-9]{2})[a-z0-9]+(?:\.[a-z0-9]+)?$/;
/** Files that a newer one may take the place of. */
const REPLACED = /^(?:users\/usr_[a-z0-9]+\/avatar\.jpg|installation\.json)$/;
const UPLOAD = /^uploads\/img_[a-z0-9]+(?:\.info|\.part)?$/;
/** Few for each owner, or of each build of the page: a folder of their own. */
const OWNED =
  /^(?:users\/usr_[a-z0-9]+\/avatar-[a-z0-9]+\.jpg|web\/(?:assets|[0-9a-f]{16})\/[A-Za-z0-9_-][\w.-]*\.[a-z0-9]+)$/;

/** Where a file lies below a folder: „originals/img_ab…” at „originals/ab/img_ab…”, so that no folder grows past what a file system likes. */
export function pathOfKey(key: string): string {
  const shard = getShard(key);
  return shard === null ? key : key.replace(/[^/]+$/, `${shard}/$&`);
}

/** The key of what lies there. */
export function keyOfPath(path: string): string {
  return OWNED.test(path) || REPLACED.test(path) ? path : path.replace(/\/[a-z0-9]{2}\//, '/');
}

/** False for what lies beside the product's files. */
export function isKey(text: string): boolean {
  return REPLACED.test(text) || OWNED.test(text) || STORED.test(text);
}

/** Returns the two letters of the id by which a folder of many files is split; null for files that are not in one. Throws for what is no key. */
export function getShard(key: string): string | null {
  if (REPLACED.test(key) || OWNED.test(key)) return null;
  const [, shard] = STORED.exec(key) ?? [];
  if (!shard) throw new Error(`not a file key: ${key}`);
  return shard;
}

/** True for what an upload that is under way leaves in a bucket. */
export function isUploadKey(key: string): boolean {
  return UPLOAD.test(key);
}

/** True for a key whose bytes never change. Throws for what is no key. */
export function isImmutable(key: string): boolean {
  return getShard(key) !== null || OWNED.test(key);
}
