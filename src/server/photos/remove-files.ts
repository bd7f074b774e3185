import * as z from 'zod';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { App, Unit } from '#server/app.ts';
import { deleteRemovals, nextToRemove, scheduleFileDeletion } from '#server/photos/removal-store.ts';

/** Job that deletes stored files that no row names any more. */
export const REMOVE_FILES = { name: 'remove-files', payload: z.object({}) } as const;

const CHUNK_SIZE = 200;
const UPLOAD = 'uploads/';

/** Returns the key of an upload's remains in the upload store. */
export function uploadKey(photoId: string): string {
  return `${UPLOAD}${photoId}`;
}

/**
 * Deletes each noted file before its note, so that after a crash the rest is still noted. One that cannot be deleted keeps its note and holds
 * up no other; a store that deletes none of a chunk is away. Returns how many could not be deleted.
 */
export async function removeFiles(app: App, uploads: Uploads): Promise<number> {
  let failed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const keys = await nextToRemove(app.db, { after, most: CHUNK_SIZE });
    const removed = await removeEach(app.log, keys, (key) => removeOne(app, uploads, key));
    await deleteRemovals(app.db, removed);
    failed += keys.length - removed.length;
    after = removed.length > 0 ? keys.at(-1) : undefined;
  }
  return failed;
}

/** Job: fails, and so comes again, where a file could not be deleted. */
export async function removeAllFiles(app: App, uploads: Uploads): Promise<void> {
  const failed = await removeFiles(app, uploads);
  if (failed > 0) throw new Error(`${failed} files could not be removed`);
}

/** Removes files one by one, past those that cannot be removed. Returns the keys of the others. */
export async function removeEach(
  log: App['log'],
  keys: readonly string[],
  remove: (key: string) => Promise<unknown>,
): Promise<string[]> {
  const removed: string[] = [];
  for (const key of keys)
    try {
      await remove(key);
      removed.push(key);
    } catch (error) {
      log.error({ error, key }, 'a file could not be removed');
    }
  return removed;
}

/** Deletes files after the transaction's commit; a failure then is left to the daily cleanup. */
export async function letGoOfFiles(
  { tx, changes }: Unit,
  app: Pick<App, 'db' | 'files'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await scheduleFileDeletion(tx, keys);
  changes.afterCommit(async () => {
    await app.files.remove(keys);
    await deleteRemovals(app.db, keys);
  });
}

async function removeOne(app: App, uploads: Uploads, key: string): Promise<void> {
  if (!key.startsWith(UPLOAD)) return app.files.remove([key]);
  await uploads.remove(key.slice(UPLOAD.length));
}
