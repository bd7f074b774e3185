import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFirstUser } from '#server/account/first-start/create-verified-account.ts';
import type { App } from '#server/app.ts';
import { createBatch } from '#server/batches/edit/edit-batch.ts';
import { beginUpload, completeUpload } from '#server/batches/uploads/receive-upload.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', '..', 'web', 'assets', 'samples');
const EMAIL = 'proba@fotolot.example';

/** Opens an account with a batch of the project's own pictures, on an empty database only. Returns the line for the operator. */
export async function createSampleAccount(app: App): Promise<string> {
  const password = app.newId('proba');
  const account = { email: EMAIL, password };
  const ownerId = await createFirstUser(app, account);
  if (ownerId === null) return 'There are accounts already: no sample data was added.';
  const batchId = await createBatch(
    app,
    { id: ownerId, role: 'user', sessionId: '' },
    { name: 'Lot de probă' },
  );
  for (const name of (await readdir(SAMPLES)).filter((file) => file.endsWith('.jpg'))) {
    const path = app.files.temporaryPath();
    await copyFile(join(SAMPLES, name), path);
    const photoId = app.newId('img');
    const { size: bytes } = await stat(path);
    await beginUpload(app, { photoId, ownerId, bytes, name, batchId, takenAt: null });
    await completeUpload(app, photoId, (key) => app.files.adopt(path, key));
    await app.files.discard(path);
  }
  return `Sample account: ${EMAIL}, password ${password}`;
}
