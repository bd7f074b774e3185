import { open } from 'node:fs/promises';

/** Makes a file or the names in a folder durable: a rename survives a power cut once its folder is synced. */
export async function syncPath(path: string): Promise<void> {
  // Windows opens no folders and keeps their names durable by itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
