import { randomBytes } from 'node:crypto';
import { createWriteStream, readFile } from 'node:fs';
import {
  access,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#domain/errors.ts';
import { pathOfKey } from '#server/adapters/files/keys.ts';
import type { Files, ListedFile, Room } from '#server/adapters/files/port.ts';
import { syncPath } from '#server/sync-path.ts';

const ROOM_LIVES_MS = 5000;
const NOTHING_TO_RETURN = async () => {};

export interface DiskOptions {
  readonly keepTemporary?: boolean;
  /** Returns the room there is, if the file system is not to be asked. */
  readonly room?: Files['room'];
}

export async function diskFiles(folder: string, options: DiskOptions = {}): Promise<Files> {
  const temporary = join(folder, 'tmp');
  if (!options.keepTemporary) await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => join(folder, pathOfKey(key));
  const temporaryPath = () => join(temporary, randomBytes(16).toString('hex'));
  const keep = async (from: string, key: string) => {
    const to = pathOf(key);
    await makeFolder(dirname(to));
    await rename(from, to);
    await syncPath(dirname(to));
  };
  return {
    borrow: async (key) => {
      const path = pathOf(key);
      await access(path).catch(throwFileError);
      return { path, [Symbol.asyncDispose]: NOTHING_TO_RETURN };
    },
    temporaryPath,
    keep,
    adopt: async (from, key) => {
      const to = pathOf(key);
      await makeFolder(dirname(to));
      await syncPath(from);
      await linkOrCopy(from, to, temporaryPath());
      await syncPath(dirname(to));
    },
    write: async (key, body) => {
      const path = temporaryPath();
      try {
        await pipeline(body, createWriteStream(path, { flush: true }));
        const { size: bytes } = await stat(path);
        await keep(path, key);
        return { bytes };
      } finally {
        await rm(path, { force: true });
      }
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
    open: async (key, range) => {
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (file === null) return null;
      const { size: bytes } = await file.stat();
      const part = range && { start: range.first, end: range.last };
      return { bytes, body: file.createReadStream({ highWaterMark: 256 * 1024, ...part }) };
    },
    // With a callback: the promise's own takes half as much again.
    readWhole: (key) =>
      new Promise((resolve) => {
        readFile(pathOf(key), (error, bytes) => resolve(error ? null : bytes));
      }),
    remove: async (keys) => {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
    room: options.room ?? createRoomReader(folder),
    list: (prefix) => listFolder(join(folder, prefix), prefix),
    // Temporary files go when the next process opens the folder.
    removeUnfinished: async () => 0,
  };
}

/** Only that a file is not there is about the file. */
function throwFileError(cause: NodeJS.ErrnoException): never {
  throw new AppError(cause.code === 'ENOENT' ? 'photos/file-missing' : 'http/unavailable', {}, { cause });
}

/** Asked anew after some seconds. */
function createRoomReader(folder: string): () => Promise<Room> {
  let known = { room: { freeBytes: 0, totalBytes: 0 }, until: 0 };
  return async () => {
    if (performance.now() < known.until) return known.room;
    const { bavail, bfree, blocks, bsize } = await statfs(folder);
    const room = { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize };
    known = { room, until: performance.now() + ROOM_LIVES_MS };
    return room;
  };
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

/** Ids of two kinds lie in some folders, and each kind has to come in one go. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  thumbnails: ['img_', 'res_'],
  trials: ['cut_', 'tst_'],
};

/** Their keys name the folder that a file lies in. */
const NOT_SPLIT = new Set(['users', 'web']);

async function* listFolder(folder: string, prefix: string): AsyncIterable<ListedFile> {
  const shards = await namesIn(folder);
  for (const kind of KINDS[prefix] ?? ['']) {
    for (const shard of shards) {
      for (const name of await namesIn(join(folder, shard))) {
        if (!name.startsWith(kind)) continue;
        const found = await lstat(join(folder, shard, name)).catch(() => null);
        const below = NOT_SPLIT.has(prefix) ? `${shard}/${name}` : name;
        // Anything but a plain file (a link, say) was not made by the product.
        if (found?.isFile()) yield { key: `${prefix}/${below}`, bytes: found.size, modifiedAt: found.mtime };
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
