import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterLocation } from './postgres-location.ts';

const WINDOWS = process.platform === 'win32';

export interface Programs {
  location: ClusterLocation;
  native: string;
}

/** Nothing of the server's own environment (secrets) reaches PostgreSQL, except on Windows, whose programs do not start without it. */
function buildSpawnOptions({ location, native }: Programs) {
  const env = WINDOWS
    ? {}
    : { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', LD_LIBRARY_PATH: join(native, 'lib') } };
  return { cwd: location.base, ...env, ...location.owner, windowsHide: true };
}

function getProgramPath(programs: Programs, name: string): string {
  return join(programs.native, 'bin', WINDOWS ? `${name}.exe` : name);
}

/** Runs one of PostgreSQL's programs to its end and returns its stderr; when it fails, the error holds its own words. */
export async function runProgram(
  programs: Programs,
  name: string,
  { args, input = '' }: { args: string[]; input?: string },
): Promise<string> {
  try {
    const running = promisify(execFile)(getProgramPath(programs, name), args, buildSpawnOptions(programs));
    // A program that ends without reading is told of by how it ends.
    running.child.stdin?.on('error', () => {}).end(input);
    return (await running).stderr;
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: string };
    throw new Error(`PostgreSQL's ${name} failed (${code}): ${stderr?.trim() || (error as Error).message}`, {
      cause: error,
    });
  }
}

/** In a session of its own: Ctrl-C in a terminal must reach the server only, which stops the database last. */
export function startProgram(
  programs: Programs,
  name: string,
  { args, output }: { args: string[]; output: number },
): ChildProcess {
  return spawn(getProgramPath(programs, name), args, {
    ...buildSpawnOptions(programs),
    detached: true,
    stdio: ['ignore', output, output],
  });
}
