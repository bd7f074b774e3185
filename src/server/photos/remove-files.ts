import * as z from 'zod';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { App, Unit } from '#server/app.ts';
import { deleteRemovals, nextToRemove, scheduleFileDeletion } from '#server/photos/removal-store.ts';

/** The job that takes files off the disk which nothing names any more. */
export const REMOVE_FILES = { name: 'remove-files', payload: z.object({}) } as const;

const CHUNK_SIZE = 200;
const UPLOAD = 'uploads/';

/** The key of what an upload left where it was received, under the photo's id. */
export function uploadKey(photoId: string): string {
  return `${UPLOAD}${photoId}`;
}

/** First the file, then the note of it: done again after a crash it finds what is left. */
export async function removeFiles(app: App, uploads: Uploads): Promise<void> {
  for (;;) {
    const keys = await nextToRemove(app.db, CHUNK_SIZE);
    for (const key of keys) await removeOne(app, uploads, key);
    await deleteRemovals(app.db, keys);
    if (keys.length < CHUNK_SIZE) return;
  }
}

/** Files go once the transaction is committed that lets go of them; what fails then is left to the daily cleanup. */
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
