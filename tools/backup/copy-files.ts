import type { Stats } from 'node:fs';
import { link, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { severalAtOnce } from '#domain/several-at-once.ts';
import { isKey, pathOfKey } from '#server/adapters/files/keys.ts';
import type { Files, ListedFile } from '#server/adapters/files/port.ts';
import { FILE_FOLDERS } from '#server/photos/file-keys.ts';
import { copyDurably, makeFolder } from './durable.ts';
import { type Backup, FILES, isWhole } from './folder.ts';

/** Within so many backups each file that is shared with an older one has been read again. */
const ROUNDS = 7;
/** Files at once, so that waiting for the disk's confirmation is shared. */
const TOGETHER = 8;

/** Stored files that a backup has taken so far. */
export interface Taken {
  /** SHA-256 by path below the backup's folder. */
  readonly sums: Map<string, string>;
  bytes: number;
  /** Copies in the last backup that are no longer what was written, and were taken anew. */
  readonly rotten: Set<string>;
  /** Stored files with the size and time of the last backup's, but other bytes. */
  readonly changed: Set<string>;
}

export function nothingTaken(): Taken {
  return { sums: new Map(), bytes: 0, rotten: new Set(), changed: new Set() };
}

/**
 * Copies the stored files that the unfinished backup `to` lacks. One that the backup `last` has unchanged (by size and
 * time, and every seventh time by its bytes) becomes a second name of the same bytes and takes no room. Files that vanish
 * meanwhile are let go. May be called again to take what is new.
 */
export async function copyFiles(
  files: Files,
  to: string,
  { last, taken }: { last: Backup | null; taken: Taken },
): Promise<void> {
  taken.bytes = 0;
  for (const folder of FILE_FOLDERS) {
    // Gone within minutes, as the privacy page says; and what each start brings itself.
    if (folder === 'trials' || folder === 'web') continue;
    await severalAtOnce(files.list(folder), TOGETHER, (file) => takeFile(files, file, { to, last, taken }));
  }
}

async function takeFile(
  files: Files,
  file: ListedFile,
  { to, last, taken }: { to: string; last: Backup | null; taken: Taken },
): Promise<void> {
  if (!isKey(file.key)) return;
  const path = `${FILES}/${pathOfKey(file.key)}`;
  taken.bytes += file.bytes;
  const target = join(to, path);
  if (taken.sums.has(path) && isSame(await found(target), file)) return;
  await makeFolder(dirname(target));
  const lastSum = last?.sums.get(path);
  const isUnchanged =
    last !== null && lastSum !== undefined && isSame(await found(join(last.folder, path)), file);
  if (isUnchanged && !taken.sums.has(path)) {
    if (!isDue(lastSum, last) || (await isWhole(last, path))) {
      if (await isLinked(join(last.folder, path), target)) {
        taken.sums.set(path, lastSum);
        return;
      }
    } else taken.rotten.add(path);
  }
  const sum = await copyFile(files, file, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'photos/file-missing') return null;
    throw error;
  });
  if (sum === null) return;
  if (isUnchanged && sum !== lastSum) taken.changed.add(path);
  taken.sums.set(path, sum);
}

async function copyFile(files: Files, { key, modifiedAt }: ListedFile, target: string): Promise<string> {
  await using source = await files.borrow(key);
  return copyDurably(source.path, target, { modifiedAt });
}

/** True for the seventh of the files whose turn it is; another each time. */
function isDue(sum: string, { manifest }: Backup): boolean {
  return Number.parseInt(sum.slice(0, 8), 16) % ROUNDS === (manifest.round + 1) % ROUNDS;
}

function isLinked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

const found = (path: string): Promise<Stats | null> => lstat(path).catch(() => null);

function isSame(copy: Stats | null, { bytes, modifiedAt }: ListedFile): boolean {
  return copy?.isFile() === true && copy.size === bytes && Math.abs(copy.mtimeMs - modifiedAt.getTime()) < 2;
}
