import fs, { appendFileSync, fstatSync, readdirSync } from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a program: writes down what the program makes durable, a line of JSON each, so that a test can afterwards take away
 * all else, as a power cut may. A file counts with its size, a folder with the names in it, each as it was at its last sync.
 */
export interface Synced {
  readonly inode: number;
  readonly size: number;
  /** Null for a file. */
  readonly names: readonly string[] | null;
}

const log = process.env.SYNC_LOG;
if (log) {
  const note = (fd: number, path: string) => {
    const stats = fstatSync(fd);
    const record: Synced = {
      inode: stats.ino,
      size: stats.size,
      names: stats.isDirectory() ? readdirSync(path) : null,
    };
    appendFileSync(log, `${JSON.stringify(record)}\n`);
  };
  const { open } = promises;
  promises.open = async (path, ...how): Promise<FileHandle> => {
    const handle = await open(path, ...how);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      note(handle.fd, String(path));
    };
    return handle;
  };
  // Files only: streams and writeFile flush through it.
  const { fsync } = fs;
  const recorded = (fd: number, done: (error: NodeJS.ErrnoException | null) => void) =>
    fsync(fd, (error) => {
      if (!error) note(fd, '');
      done(error);
    });
  fs.fsync = Object.assign(recorded, { __promisify__: fsync.__promisify__ });
  const { writeFile } = promises;
  promises.writeFile = async (path, data, options) => {
    await writeFile(path, data, options);
    if (!(options && typeof options === 'object' && options.flush)) return;
    const handle = await open(String(path), 'r');
    note(handle.fd, '');
    await handle.close();
  };
  syncBuiltinESMExports();
}
