import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FolderLock {
  release(): void;
}

/**
 * Locks the data folder for one server. The lock is SQLite's on an (always empty) file, because Node has no flock: the kernel frees it
 * however the process dies, it holds across containers that share the folder, and it works on Windows. Never read the file in this process:
 * closing any handle on it would drop the lock (POSIX). Throws when another server has the folder, or it is not writable.
 */
export function lockDataFolder(folder: string): FolderLock {
  const file = join(folder, 'server.lock');
  const handle = openLockFile(folder, file);
  try {
    handle.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    handle.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(
      `Another Fotolot server is already running on the data folder ${folder}. Stop it first, or give this one another folder with DATA_DIR.`,
    );
  }
  return { release: () => (handle.isOpen ? handle.close() : undefined) };
}

function openLockFile(folder: string, file: string): DatabaseSync {
  // Others may pass through the folder: a process that can read the file could hold its lock.
  const mask = process.umask(0o077);
  try {
    const handle = new DatabaseSync(file, { timeout: 0 });
    // The file of an older version may be readable by others.
    if (lstatSync(file).isFile()) chmodSync(file, 0o600);
    return handle;
  } catch (error) {
    throw new Error(`The data folder ${folder} is not writable for this user.`, { cause: error });
  } finally {
    process.umask(mask);
  }
}
