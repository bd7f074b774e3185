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

/** Job: deletes each file before its note, so that after a crash the rest is still noted. */
export async function removeFiles(app: App, uploads: Uploads): Promise<void> {
  for (;;) {
    const keys = await nextToRemove(app.db, CHUNK_SIZE);
    for (const key of keys) await removeOne(app, uploads, key);
    await deleteRemovals(app.db, keys);
    if (keys.length < CHUNK_SIZE) return;
  }
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
