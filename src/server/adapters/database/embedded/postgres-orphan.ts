import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPidFile } from './postgres-pid-file.ts';
import { removeSocketFolder } from './postgres-socket.ts';

const STEPS = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Stops the PostgreSQL that outlived a kill -9 of its server. We hold the folder's lock, so no server needs it; it is shut down rather than
 * adopted, so that settings, version and supervision are always the same. Throws when it does not end within 30 s.
 */
export async function stopOrphan(cluster: string): Promise<'none' | 'stopped'> {
  const found = await readPidFile(cluster);
  if (!found) return 'none';
  const lives = () => isClusterProcess(cluster, found.pid);
  const lived = lives();
  for (const [signal, patience] of STEPS) {
    if (!lives()) break;
    signalQuietly(found.pid, signal);
    for (const until = Date.now() + patience; lives() && Date.now() < until; ) await wait(20);
  }
  if (lives())
    throw new Error(
      `An old PostgreSQL (process ${found.pid}) on ${cluster} does not end. End it, then start again.`,
    );
  await removeSocketFolder(found.socketFolder);
  // A stranger may have got that number since (after a reboot), or an unreaped zombie may keep it: PostgreSQL would take either for its
  // predecessor and never start again. Its shared memory still guards against a real one.
  if (isAlive(found.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return lived ? 'stopped' : 'none';
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between, which was the aim.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isClusterProcess(cluster: string, pid: number): boolean {
  return isAlive(pid) && commandLine(pid).includes(cluster);
}

/** Returns an empty text for a process that is gone and for a zombie. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (process.platform !== 'win32')
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
    return execFileSync('powershell', ['-NoProfile', '-Command', query], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
