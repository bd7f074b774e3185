import { access, constants, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Errors that keep a server from starting become one sentence that tells the operator what to do. Any other error stays as it is. */
type Coded = Partial<NodeJS.ErrnoException>;

/** Name of a file that is in a data folder from the first to the last step of a restore into it. */
export const RESTORE_UNDER_WAY = 'restore-under-way';

/**
 * Creates the data folder where it is missing. Other users may pass through (PostgreSQL's own must) but see nothing: every folder inside is
 * 0700. Throws with a sentence where it is no writable folder or a restore was cut short.
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
  } catch (cause) {
    const { code } = cause as Coded;
    // There is a file at the end of the path, or on the way there.
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Error(`DATA_DIR must be a folder, but there is a file in its place: ${folder}.`, { cause });
    throw new Error(`DATA_DIR cannot be created: ${folder} (${code}). Choose a folder this user may write.`, {
      cause,
    });
  }
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause) => {
    throw new Error(`DATA_DIR is not writable for this user: ${folder}.`, { cause });
  });
  if (!(await stat(folder)).isDirectory()) throw new Error(`DATA_DIR must be a folder: ${folder}.`);
  if ((await stat(join(folder, RESTORE_UNDER_WAY)).catch(() => null)) !== null)
    throw new Error(
      `A restore into ${folder} is under way or was cut short. If none is running, empty the folder (and the database of DATABASE_URL) and restore again.`,
    );
}

/** Returns an error of listening as a sentence. `prefix`: of the two settings that name port and host. */
export function listenProblem(
  error: unknown,
  { PORT, HOST }: { PORT: number; HOST: string },
  prefix = '',
): unknown {
  const sentence = listenSentence((error as Coded).code, PORT, { host: HOST, prefix });
  return sentence ? new Error(sentence, { cause: error }) : error;
}

function listenSentence(
  code: string | undefined,
  port: number,
  { host, prefix }: { host: string; prefix: string },
): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop that program, or start with another ${prefix}PORT.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not listen on port ${port} of ${host}. Start with a ${prefix}PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${prefix}HOST is no address of this machine: ${host}.`;
  return null;
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EACCES',
]);

/** Returns an error of the database as a sentence, without the address's password. */
export function databaseProblem(error: unknown, url: string): unknown {
  const sentence = databaseSentence(error as Coded, url);
  return sentence ? new Error(sentence, { cause: error }) : error;
}

function databaseSentence({ code = '', message = '' }: Coded, url: string): string | null {
  if (!URL.canParse(url))
    return 'DATABASE_URL is no address of a PostgreSQL, as postgres://user:password@host:5432/name.';
  const { host, pathname } = new URL(url);
  const target = `${host || 'localhost'}${pathname}`;
  if (UNREACHABLE.has(code))
    return `DATABASE_URL: no PostgreSQL answers at ${target} (${code}). Is it running?`;
  if (/timeout|terminated unexpectedly/i.test(message))
    return `DATABASE_URL: no PostgreSQL answers at ${target} in time. Is it running, and is this its address?`;
  if (code.startsWith('28') || /password must be a string|no password/i.test(message))
    return `DATABASE_URL: the PostgreSQL at ${target} does not accept this user and password.`;
  if (code === '3D000')
    return `DATABASE_URL: the PostgreSQL at ${host} has no database ${pathname.slice(1)}. Create it first.`;
  if (code === '57P03' || code === '53300')
    return `DATABASE_URL: the PostgreSQL at ${target} takes no connections now (${code}). Try again in a moment.`;
  return null;
}
