import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Programs, runProgram } from './postgres-program.ts';

/**
 * Any process of PostgreSQL's user may enter the socket's folder; it needs the data folder's password to connect. That user owns the
 * cluster and can read and change its files all the same: no other program should run as that user.
 */
const ACCESS = `# Written by Fotolot at each start.
local all postgres scram-sha-256
`;
const FORM = /^[\da-f]{48}$/;

/** The password of the data folder's own PostgreSQL, made at the first start: readable by the server's user alone. */
export async function clusterPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    const what = error.code === 'EISDIR' ? 'is a folder' : `cannot be read (${error.code})`;
    throw new Error(
      `The password of the data folder's database, ${file}, ${what}. Move what lies there away: the next start makes another.`,
      { cause: error },
    );
  });
  if (FORM.test(kept)) return kept;
  const password = randomBytes(24).toString('hex');
  await writeWhole(file, password);
  return password;
}

/**
 * Sees to it that this password, and nothing else, opens a cluster that does not run: one just made, one of before there was a password,
 * and one whose password was lost.
 */
export async function demandPassword(programs: Programs, cluster: string, password: string): Promise<void> {
  const file = join(cluster, 'pg_hba.conf');
  const mark = `${ACCESS}# ${fingerprintPassword(password)}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === mark) return;
  const quiet = ['-c', 'io_method=sync', '-c', 'log_min_error_statement=panic'];
  const args = ['--single', ...quiet, '-D', cluster, 'postgres'];
  const said = await runProgram(programs, 'postgres', {
    args,
    input: `ALTER ROLE postgres PASSWORD '${password}'\n`,
  });
  if (/\b(ERROR|FATAL|PANIC):/.test(said))
    throw new Error(`PostgreSQL does not take its password: ${said.trim().slice(-500)}`);
  await writeWhole(file, mark, programs.location.owner);
}

/** Identifies the password a cluster was given; a guess at 192 random bits cannot be tried on it. */
function fingerprintPassword(password: string): string {
  return createHash('sha256').update(password).digest('hex').slice(0, 16);
}

/** Under a new name first: nothing that lies there is written through, and it is whole or not there. */
async function writeWhole(file: string, text: string, owner?: { uid: number; gid: number }): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    // By the open file: its owner-to-be owns the folder and could put something else under the name.
    if (owner) await handle.chown(owner.uid, owner.gid);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
