import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** Makes a folder that can be a data folder: others may pass through it, because root's PostgreSQL runs as another user. */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'fotolot-test-'));
  await chmod(path, 0o711);
  const remove = async () => {
    // Under a private temporary folder the database had to go elsewhere.
    const elsewhere = await readFile(join(path, 'postgres-location'), 'utf8').catch(() => undefined);
    if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  };
  return { path, remove };
}
