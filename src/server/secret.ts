import { createHmac, randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '#server/sync-path.ts';

const BYTES = 32;
const NO_HARD_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Where an installation's key is: in the settings, else in the data folder. */
interface SecretSettings {
  readonly DATA_DIR: string;
  readonly SECRET_KEY: Buffer | null;
}

/** The installation's own key, made at the first start where the settings have none: hashes made with it mean nothing elsewhere. */
export async function keyedHasher({
  DATA_DIR,
  SECRET_KEY,
}: SecretSettings): Promise<(purpose: string, text: string) => string> {
  const path = join(DATA_DIR, 'secret');
  const key = SECRET_KEY ?? (await readKey(path)) ?? (await makeKey(DATA_DIR, path));
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest('hex');
}

/** True when the key is not one that this start has to make. */
export async function hasSecret({ DATA_DIR, SECRET_KEY }: SecretSettings): Promise<boolean> {
  return SECRET_KEY !== null || (await readKey(join(DATA_DIR, 'secret'))) !== null;
}

/** Null when there is none yet. Any other key would quietly give every signup bonus once more. */
async function readKey(path: string): Promise<Buffer | null> {
  const key = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`The secret of the data folder, ${path}, cannot be read (${error.code}).`, {
      cause: error,
    });
  });
  if (key && key.length !== BYTES)
    throw new Error(
      `The secret of the data folder, ${path}, is damaged: it has ${key.length} bytes instead of ${BYTES}. Put it back from a backup.`,
    );
  return key;
}

/** Whole or not at all, also when the power goes; of two servers that start at once, both take the first one's. */
async function makeKey(dataDir: string, path: string): Promise<Buffer> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
    await moveIfAbsent(temporary, path);
    await syncPath(dataDir);
  } finally {
    await rm(temporary, { force: true });
  }
  const key = await readKey(path);
  if (!key) throw new Error(`The secret of the data folder, ${path}, was removed while the server started.`);
  return key;
}

/** A rename that never replaces: a hard link, then the temporary name goes. */
async function moveIfAbsent(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return;
    if (!NO_HARD_LINKS.has(error.code ?? '')) throw error;
    if (!(await readKey(path))) await rename(temporary, path);
  });
}
