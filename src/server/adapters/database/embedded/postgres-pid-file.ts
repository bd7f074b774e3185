import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A running PostgreSQL as its pid file describes it; `ready` once it takes connections. */
export interface PidFile {
  pid: number;
  socketFolder: string;
  ready: boolean;
}

/** Returns undefined where there is none, or none with a process number. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined;
  return { pid, socketFolder: lines[4] ?? '', ready: (lines[7] ?? '').startsWith('ready') };
}
