interface Folder {
  readonly path: string;
  /** Its last part. */
  readonly name: string;
}

/** Folders that cameras and phones make. */
const CAMERAS =
  /^(?:dcim|camera|\d{3}[a-z0-9_]{5}|whatsapp images|screenshots|downloads?|descărcări|camera roll)$/iu;

/**
 * Returns the folder that tells each photo's thing: the one that it lies in. A folder whose name, a mere word, stands under several others
 * is a part of each thing („detalii”): there the folder above tells. Null for none, and for a camera's.
 */
export function readFolders(photos: readonly { readonly folder: string | null }[]): (Folder | null)[] {
  let paths = photos.map(({ folder }) => readParts(folder));
  for (;;) {
    const parts = findParts(paths);
    if (parts.size === 0) break;
    paths = paths.map((path) => (path.length > 1 && parts.has(path.at(-1) ?? '') ? path.slice(0, -1) : path));
  }
  return paths.map((path) => {
    const name = path.at(-1);
    return name === undefined || CAMERAS.test(name) ? null : { path: path.join('/'), name };
  });
}

/** Returns names of folders that stand under several others. */
function findParts(paths: readonly (readonly string[])[]): Set<string> {
  const above = new Map<string, Set<string>>();
  for (const path of paths) {
    const name = path.at(-1) ?? '';
    if (path.length < 2 || /\d/u.test(name)) continue;
    above.set(name, (above.get(name) ?? new Set()).add(path.slice(0, -1).join('/')));
  }
  return new Set([...above].flatMap(([name, folders]) => (folders.size > 1 ? [name] : [])));
}

function readParts(folder: string | null): readonly string[] {
  return (folder ?? '')
    .normalize('NFC')
    .split(/[\\/]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.');
}
