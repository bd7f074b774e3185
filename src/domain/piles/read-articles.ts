import { readFolders } from './folders.ts';
import { readPrefixes } from './name-prefix.ts';

interface PickedPhoto {
  readonly id: string;
  readonly name: string;
  readonly folder: string | null;
}

/**
 * Returns by photo the article that its folder tells, else its name; photos of which neither does are missing. One folder around all, as that
 * of an archive, tells nothing.
 */
export function readArticles(photos: readonly PickedPhoto[]): ReadonlyMap<string, string> {
  const folders = readFolders(photos);
  const prefixes = readPrefixes(photos);
  const isTold = new Set(folders.flatMap((folder) => folder?.path ?? [])).size > 1;
  return new Map(
    photos.flatMap(({ id }, i) => {
      const article = (isTold ? folders[i]?.name : null) ?? prefixes[i] ?? null;
      return article === null ? [] : [[id, article] as const];
    }),
  );
}
