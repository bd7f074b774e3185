/** Form of a key in every adapter: a malformed one is a bug of ours, never a path. */
const STORED =
  /^(?:originals|thumbnails|proxies|results|masks|exports|trials|invoices|pictures)\/(?:img|res|cut|exp|tst|inv|pic)_([a-z0-9]{2})[a-z0-9]+(?:\.[a-z0-9]+)?$/;
/** Files that a newer one may replace. */
const REPLACED = /^(?:users\/usr_[a-z0-9]+\/avatar\.jpg|installation\.json)$/;
const UPLOAD = /^uploads\/img_[a-z0-9]+(?:\.info|\.part)?$/;
/** Few per owner or per build of the page: in a folder of their own. */
const OWNED =
  /^(?:users\/usr_[a-z0-9]+\/avatar-[a-z0-9]+\.jpg|web\/(?:assets|[0-9a-f]{16})\/[A-Za-z0-9_-][\w.-]*\.[a-z0-9]+)$/;

/**
 * Returns a file's path below a folder: „originals/img_ab…” at „originals/ab/img_ab…”, so that no folder grows too large for the file
 * system. Throws for a malformed key.
 */
export function pathOfKey(key: string): string {
  const shard = getShard(key);
  return shard === null ? key : key.replace(/[^/]+$/, `${shard}/$&`);
}

/** Returns the key of the file at a path. */
export function keyOfPath(path: string): string {
  return OWNED.test(path) || REPLACED.test(path) ? path : path.replace(/\/[a-z0-9]{2}\//, '/');
}

/** False for files that are not the product's. */
export function isKey(text: string): boolean {
  return REPLACED.test(text) || OWNED.test(text) || STORED.test(text);
}

/** Returns the two letters of the id by which large folders are split; null for files of other folders. Throws for a malformed key. */
export function getShard(key: string): string | null {
  if (REPLACED.test(key) || OWNED.test(key)) return null;
  const [, shard] = STORED.exec(key) ?? [];
  if (!shard) throw new Error(`not a file key: ${key}`);
  return shard;
}

/** True for the key of an upload under way in a bucket. */
export function isUploadKey(key: string): boolean {
  return UPLOAD.test(key);
}

/** True for a key whose bytes never change. Throws for a malformed key. */
export function isImmutable(key: string): boolean {
  return getShard(key) !== null || OWNED.test(key);
}
