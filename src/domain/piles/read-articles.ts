import { readFolders } from './folders.ts';
import { readPrefixes } from './name-prefix.ts';

interface PickedPhoto {
  readonly id: string;
  readonly name: string;
  readonly folder: string | null;
}

/** Returns by photo the article that its folder tells, else its name; photos of which neither does are missing. */
export function readArticles(photos: readonly PickedPhoto[]): ReadonlyMap<string, string> {
  const folders = readFolders(photos);
  const prefixes = readPrefixes(photos);
  return new Map(
    photos.flatMap(({ id }, i) => {
      const article = folders[i]?.name ?? prefixes[i] ?? null;
      return article === null ? [] : [[id, article] as const];
    }),
  );
}
