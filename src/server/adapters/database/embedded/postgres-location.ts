import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The embedded PostgreSQL's folder, and the user it runs as when the server itself is root (PostgreSQL refuses uid 0). */
export interface ClusterLocation {
  base: string;
  owner: { uid: number; gid: number } | undefined;
}

const UNPRIVILEGED = { uid: 65534, gid: 65534 };
const LOCATION_FILE = 'postgres-location';
const SYSTEM_FOLDER = '/var/lib/fotolot';

/**
 * An ordinary user keeps the cluster inside the data folder. So does root, if an unprivileged user can reach it there; otherwise
 * (a clone in a 0700 home) it lies under /var/lib, and a file in the data folder remembers where, so that a later change of
 * the home's mode does not seem to lose the data.
 */
export async function chooseLocation(dataDir: string): Promise<ClusterLocation> {
  const inside = join(dataDir, 'postgres');
  const elsewhere = await rememberedLocation(dataDir);
  const root = process.getuid?.() === 0;
  if (elsewhere) {
    if (!root)
      throw new Error(
        `The database of ${dataDir} was made by root and lies in ${elsewhere}. Start the server as root.`,
      );
    return { base: elsewhere, owner: await findFolderOwner(elsewhere) };
  }
  if (!root) return { base: await makeOwn(inside), owner: undefined };
  const owner = await findFolderOwner(inside);
  if (await canReach(owner, dataDir)) return { base: await makeFor(owner, inside), owner };
  if (await pathExists(join(inside, 'cluster'))) {
    throw new Error(
      `PostgreSQL's user ${owner.uid} cannot reach ${inside}. Allow others to pass through the folders above it (chmod o+x).`,
    );
  }
  return { base: await moveOut(dataDir), owner: UNPRIVILEGED };
}

async function rememberedLocation(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, LOCATION_FILE);
  const location = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (location && !(await pathExists(location))) {
    throw new Error(
      `The database of ${dataDir} should be in ${location} (says ${file}), but that folder is gone. Put it back, or delete the file to begin anew.`,
    );
  }
  return location;
}

async function moveOut(dataDir: string): Promise<string> {
  const { dev, ino, birthtimeMs } = await stat(dataDir);
  const name = createHash('sha256')
    .update(`${dataDir}:${dev}:${ino}:${birthtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  const base = join(SYSTEM_FOLDER, name);
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  await makeFor(UNPRIVILEGED, base);
  await writeFile(join(dataDir, LOCATION_FILE), `${base}\n`, { flush: true });
  return base;
}

async function makeOwn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const uid = process.getuid?.();
  const found = await stat(folder);
  if (uid !== undefined && found.uid !== uid) {
    throw new Error(
      `The database in ${folder} belongs to user ${found.uid}; this server runs as user ${uid}. Start it as the one who made it, or as root.`,
    );
  }
  return folder;
}

async function makeFor(owner: { uid: number; gid: number }, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** A cluster made by an ordinary user stays that user's when root starts the server later. */
async function findFolderOwner(folder: string): Promise<{ uid: number; gid: number }> {
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : UNPRIVILEGED;
}

async function canReach(owner: { uid: number; gid: number }, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const needed = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
  if (!(mode & needed)) return false;
  return dirname(folder) === folder || canReach(owner, dirname(folder));
}

function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
