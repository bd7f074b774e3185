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
 * After kill -9 of the server its PostgreSQL lives on. We hold the folder's lock, so no server needs it: it is shut down and started anew
 * rather than adopted, so that settings, version and the way to watch it are always the same.
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
  // A stranger may have got that number since (after a reboot), or a zombie that is never reaped still has it: PostgreSQL would take either
  // for its predecessor and never start again. Its shared memory still guards against a real one.
  if (isAlive(found.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return lived ? 'stopped' : 'none';
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended in between, which is what we wanted
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

/** Empty for a process that is gone and for a zombie. */
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
