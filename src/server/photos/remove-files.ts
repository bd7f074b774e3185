import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { App } from '#server/app.ts';
import { nextToRemove, removed } from '#server/photos/removal-store.ts';

/** The job that takes files off the disk which nothing names any more. */
export const REMOVE_FILES = { name: 'remove-files', payload: z.object({}) } as const;

const CHUNK_SIZE = 200;
const UPLOAD = 'uploads/';

/** The key of what an upload left in the folder of uploads, under the photo's id. */
export function uploadKey(photoId: string): string {
  return `${UPLOAD}${photoId}`;
}

/** First the file, then the note of it: done again after a crash it finds what is left. */
export async function removeFiles(app: App, uploadFolder: string): Promise<void> {
  for (;;) {
    const keys = await nextToRemove(app.db, CHUNK_SIZE);
    for (const key of keys) await removeOne(app, uploadFolder, key);
    await removed(app.db, keys);
    if (keys.length < CHUNK_SIZE) return;
  }
}

/** The file, then tus's note of it. */
export async function removeUpload(folder: string, photoId: string): Promise<void> {
  const path = join(folder, photoId);
  for (const part of [path, `${path}.json`]) await rm(part, { force: true });
}

async function removeOne(app: App, uploadFolder: string, key: string): Promise<void> {
  if (!key.startsWith(UPLOAD)) return app.files.remove([key]);
  await removeUpload(uploadFolder, key.slice(UPLOAD.length));
}
