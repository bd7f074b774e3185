import { randomBytes } from 'node:crypto';
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '#server/sync-path.ts';
import { type Programs, runProgram } from './postgres-program.ts';

const MAJOR = '18';

/**
 * Creates the cluster once; returns its folder. It is built under another name and renamed when complete and on disk, so a killed start
 * leaves only rubbish, which the next start removes. Throws for a cluster of another PostgreSQL version.
 */
export async function ensureCluster(programs: Programs): Promise<string> {
  const { base } = programs.location;
  const cluster = join(base, 'cluster');
  for (const entry of await readdir(base)) {
    if (entry.startsWith('half-cluster-'))
      await rm(join(base, entry), { recursive: true, force: true, maxRetries: 5 });
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (version === MAJOR) return cluster;
  if (version)
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}; this server brings PostgreSQL ${MAJOR}. Restore it from a backup.`,
    );
  const half = join(base, `half-cluster-${randomBytes(4).toString('hex')}`);
  await runProgram(programs, 'initdb', {
    args: ['-D', half, ...(await accessOptions(programs)), ...LANGUAGE],
  });
  await rename(half, cluster);
  await syncPath(base);
  return cluster;
}

/** The built-in C.UTF-8 knows ă â î ș ț in upper() and ILIKE and never changes with the system's libraries. */
const LANGUAGE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** On Unix the password is set before the first start (postgres-password.ts). */
async function accessOptions({ location }: Programs): Promise<string[]> {
  const user = ['--username=postgres', '--no-instructions'];
  if (process.platform !== 'win32') return [...user, '--auth=reject'];
  const file = passwordFile(location.base);
  await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  if (location.owner) await chown(file, location.owner.uid, location.owner.gid);
  return [...user, '--auth=scram-sha-256', `--pwfile=${file}`];
}

export function passwordFile(base: string): string {
  return join(base, 'password');
}
