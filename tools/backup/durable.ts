import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '#server/sync-path.ts';
import { READ_NO_LINK } from './sums.ts';

/** Writing so that a power cut right afterwards takes nothing away. */

/**
 * Copies a file, which is on disk when this returns; its name is only once its folder is synced. Follows no link in the source's place.
 * `modifiedAt`: the copy's time, in the place of the source's.
 * @returns the SHA-256 of the bytes read.
 */
export async function copyDurably(
  from: string,
  to: string,
  { modifiedAt }: { modifiedAt?: Date } = {},
): Promise<string> {
  const source = await open(from, READ_NO_LINK);
  try {
    // Never written in place: the name may be that of a file which an older backup shares.
    const unfinished = `${to}.part`;
    const target = await open(unfinished, 'w', 0o600);
    const hash = createHash('sha256');
    try {
      const { atime, mtime } = await source.stat();
      for await (const part of source.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
        hash.update(part);
        await target.writeFile(part);
      }
      await target.utimes(atime, modifiedAt ?? mtime);
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(unfinished, to);
    return hash.digest('hex');
  } finally {
    await source.close();
  }
}

export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flush: true });
}

/** Makes durable which names a folder and the folders below it hold. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  }
  await syncPath(folder);
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}
