import fs, { appendFileSync, fstatSync, readdirSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';

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
  const note = (fd: number) => {
    const stats = fstatSync(fd);
    // Where a folder lies, no handle tells; the kernel does.
    const names = stats.isDirectory() ? readdirSync(readlinkSync(`/proc/self/fd/${fd}`)) : null;
    const line: Synced = { inode: stats.ino, size: stats.size, names };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  };
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function (this: { fd: number }) {
    await sync.call(this);
    note(this.fd);
  };
  const { fsync } = fs;
  fs.fsync = Object.assign(
    (fd: number, done: (error: NodeJS.ErrnoException | null) => void) =>
      fsync(fd, (error) => {
        if (!error) note(fd);
        done(error);
      }),
    { __promisify__: fsync.__promisify__ },
  );
}
