import { randomBytes } from 'node:crypto';
import { createReadStream, readFile } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '#server/adapters/files/port.ts';
import { syncPath } from '#server/sync-path.ts';

/** A folder. „users/usr_ab…/avatar.jpg” lies just there; „originals/img_ab…” lies at originals/ab/img_ab…: no folder grows past what a file system likes. */
const KEY =
  /^(originals|thumbnails|proxies|results|masks|exports)\/((?:img|res|cut|exp)_([a-z0-9]{2})[a-z0-9]+(?:\.[a-z0-9]+)?)$/;
const NOTE_KEY = 'installation.json';
const USER_KEY = /^users\/usr_[a-z0-9]+\/avatar\.jpg$/;

const AVAILABLE_SHARE_LIVES_MS = 5000;

export interface DiskOptions {
  readonly keepTemporary?: boolean;
  /** Returns the share of free space (0 to 1), if the file system is not to be asked. */
  readonly availableShare?: () => Promise<number>;
}

export async function diskFiles(folder: string, options: DiskOptions = {}): Promise<Files> {
  const temporary = join(folder, 'tmp');
  if (!options.keepTemporary) await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => {
    if (USER_KEY.test(key) || key === NOTE_KEY) return join(folder, key);
    const [, kind, name, shard] = KEY.exec(key) ?? [];
    if (!kind || !name || !shard) throw new Error(`not a file key: ${key}`);
    return join(folder, kind, shard, name);
  };
  return {
    pathOf,
    temporaryPath: () => join(temporary, randomBytes(16).toString('hex')),
    keep: async (from, key) => {
      const to = pathOf(key);
      await makeFolder(dirname(to));
      await rename(from, to);
      await syncPath(dirname(to));
    },
    adopt: async (from, key) => {
      const to = pathOf(key);
      await makeFolder(dirname(to));
      await syncPath(from);
      await linkOrCopy(from, to, join(temporary, randomBytes(16).toString('hex')));
      await syncPath(dirname(to));
    },
    discard: (path) => rm(path, { force: true }),
    sizeOf: async (key) => {
      const found = await stat(pathOf(key)).catch(() => null);
      return found?.size ?? null;
    },
    isLost: async (key) => {
      const path = pathOf(key);
      const code = await stat(path).then(
        () => 'there',
        ({ code }: NodeJS.ErrnoException) => code,
      );
      // Its folder was made with the first file in it: without it a disk is not mounted, or a folder was moved.
      return code === 'ENOENT' && (await stat(dirname(path)).catch(() => null)) !== null;
    },
    read: (key) => createReadStream(pathOf(key), { highWaterMark: 256 * 1024 }),
    // With a callback: the promise's own takes half as much again.
    readWhole: (key) =>
      new Promise((resolve) => {
        readFile(pathOf(key), (error, bytes) => resolve(error ? null : bytes));
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
    availableShare: options.availableShare ?? availableShareOf(folder),
    space: () => spaceOf(folder),
    list: (prefix) => list(join(folder, prefix), prefix),
  };
}

/** Returns the free share for a program without special rights; asked anew after some seconds. */
function availableShareOf(folder: string): () => Promise<number> {
  let known = { share: 1, until: 0 };
  return async () => {
    if (performance.now() < known.until) return known.share;
    const { freeBytes, totalBytes } = await spaceOf(folder);
    const share = totalBytes > 0 ? freeBytes / totalBytes : 0;
    known = { share, until: performance.now() + AVAILABLE_SHARE_LIVES_MS };
    return known.share;
  };
}

async function spaceOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, bfree, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize };
}

/** A new folder has to be on disk in its parent too, or a power cut takes it away with what lies in it. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made));
}

async function linkOrCopy(from: string, to: string, temporary: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw error;
    await copyFile(from, temporary);
    await syncPath(temporary);
    await rename(temporary, to);
  }
}

async function* list(folder: string, prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }> {
  const shards = await readdir(folder).catch(() => []);
  for (const shard of shards) {
    for (const name of await readdir(join(folder, shard)).catch(() => [])) {
      const found = await stat(join(folder, shard, name)).catch(() => null);
      const below = prefix === 'users' ? `${shard}/${name}` : name;
      if (found) yield { key: `${prefix}/${below}`, modifiedAt: found.mtime };
    }
  }
}
