import { readFileSync } from 'node:fs';
import { processes, readProcess } from '../../e2e/support/processes.ts';
import { two } from './table.ts';

/** Processor seconds of this program's children that have ended. Without /proc these functions return null. */
export function reapedSeconds(): number | null {
  const self = readProcess('self');
  return self && self.reapedMs / 1000;
}

/** Processor seconds of one process alone. */
export function ownSeconds(pid: number): number | null {
  const process = readProcess(pid);
  return process && process.ownMs / 1000;
}

/** Megabytes that a process holds in memory, or has held at most (`VmHWM`). */
export function residentMegabytes(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1000;
  } catch {
    return null;
  }
}

/** Processor seconds of a process and everything that it started, alive or not. */
export function treeSeconds(root: number): number | null {
  const all = new Map(processes()?.map((process) => [process.pid, process]));
  const isInside = (pid: number): boolean => pid === root || (pid > 1 && isInside(all.get(pid)?.parent ?? 0));
  let sum = 0;
  for (const [pid, { ownMs, reapedMs }] of all) if (isInside(pid)) sum += ownMs + reapedMs;
  return all.has(root) ? sum / 1000 : null;
}

/** Returns a function that tells how much processor time a server, and everything below it, has taken since. */
export function spentFrom(pid: number): () => string {
  const seconds = () => [ownSeconds(pid) ?? 0, treeSeconds(pid) ?? 0] as const;
  const [own, all] = seconds();
  return () => {
    const [ownNow, allNow] = seconds();
    return `server ${two(ownNow - own)} s, with database ${two(allNow - all)} s of processor`;
  };
}
