import { constants, type Stats } from 'node:fs';
import { copyFile, link, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Dump } from '#server/adapters/database/dump.ts';
import { FILE_FOLDERS } from '#server/photos/file-keys.ts';

/** What a finished backup says of itself, written last. */
export interface Manifest {
  readonly version: 1;
  readonly at: string;
  readonly dump: Dump;
  readonly files: number;
  readonly bytes: number;
}

export const MANIFEST = 'backup.json';
export const ROWS = 'database';
export const FILES = 'files';
export const SECRET = 'secret';

const found = (path: string): Promise<Stats | null> => stat(path).catch(() => null);
const isSame = (a: Stats | null, b: Stats) =>
  a !== null && a.size === b.size && Math.abs(a.mtimeMs - b.mtimeMs) < 2;

/**
 * Copies stored files that `to` does not have yet; answers how many there are and their bytes. A file that the older backup `like`
 * has unchanged is a second name of the same bytes and takes no room. Files that vanish meanwhile are let go.
 */
export async function copyFiles(
  from: string,
  to: string,
  like: string | null = null,
): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  for (const folder of FILE_FOLDERS) {
    for (const shard of await readdir(join(from, folder)).catch(() => [])) {
      for (const name of await readdir(join(from, folder, shard)).catch(() => [])) {
        const path = join(folder, shard, name);
        const source = await found(join(from, path));
        if (source === null) continue;
        if (!isSame(await found(join(to, path)), source))
          await take(join(from, path), join(to, path), source, like && join(like, path));
        files += 1;
        bytes += source.size;
      }
    }
  }
  return { files, bytes };
}

async function take(from: string, to: string, source: Stats, like: string | null): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (like !== null && isSame(await found(like), source)) {
    const isLinked = await link(like, to).then(
      () => true,
      () => false,
    );
    if (isLinked) return;
  }
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await utimes(to, source.atime, source.mtime);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
