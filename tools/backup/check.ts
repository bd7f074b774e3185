import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_FOLDERS } from '#server/photos/file-keys.ts';
import { type Backup, FILES, isWhole, SEAL, SUMS } from './folder.ts';

/** The bytes of these two were proven when the backup was opened. */
const PROVEN = new Set([SUMS, SEAL]);

/** Paths of stored files: a forged backup, sealed anew, must not put a file elsewhere. */
const STORED = new RegExp(`^${FILES}/(${FILE_FOLDERS.join('|')})/\\w+/[\\w.-]+$`);

/** Returns a sentence for each fault of a backup's files, by their names and kinds alone, without reading them. */
export async function misplaced(backup: Backup): Promise<string[]> {
  const problems: string[] = [];
  const seen = new Set<string>();
  for await (const { path, kind } of entries(backup.folder)) {
    seen.add(path);
    if (kind === 'link') problems.push(`${path} is a link: a backup has none.`);
    else if (kind === 'other') problems.push(`${path} is no file.`);
    else if (!PROVEN.has(path) && !backup.sums.has(path))
      problems.push(`${path} does not belong to the backup.`);
  }
  for (const path of backup.sums.keys()) {
    if (!seen.has(path)) problems.push(`${path} is missing.`);
    else if (path.startsWith(`${FILES}/`) && !STORED.test(path))
      problems.push(`${path} is no file that the product stores.`);
  }
  return problems;
}

/** Reads the whole backup; returns a sentence for each fault. */
export async function damages(backup: Backup): Promise<string[]> {
  const problems = await misplaced(backup);
  if (problems.length > 0) return problems;
  for (const path of backup.sums.keys()) if (!(await isWhole(backup, path))) problems.push(hasChanged(path));
  return problems;
}

export const hasChanged = (path: string) => `${path} has changed since the backup was made.`;

async function* entries(
  root: string,
  below = '',
): AsyncIterable<{ path: string; kind: 'file' | 'link' | 'other' }> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* entries(root, path);
    else yield { path, kind: entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other' };
  }
}
