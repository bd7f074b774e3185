import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process' time in hundredths of a second. Elsewhere there is nothing to read and the answers are null. */
const TICKS = 100;

interface Times {
  readonly parent: number;
  /** Seconds of the process itself, and of its children that have ended. */
  readonly own: number;
  readonly reaped: number;
}

function timesOf(pid: number | 'self'): Times | null {
  try {
    // The program's name, in brackets, may hold anything: fields are counted after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const at = (n: number) => Number(fields[n]);
    return { parent: at(1), own: (at(11) + at(12)) / TICKS, reaped: (at(13) + at(14)) / TICKS };
  } catch {
    return null;
  }
}

/** Processor seconds of this program's children that have ended. */
export function reapedSeconds(): number | null {
  return timesOf('self')?.reaped ?? null;
}

/** Processor seconds of one process alone. */
export function ownSeconds(pid: number): number | null {
  return timesOf(pid)?.own ?? null;
}

/** Megabytes that a process holds in memory. */
export function residentMegabytes(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1000;
  } catch {
    return null;
  }
}

/** Processor seconds of a process and everything that it started, alive or not. */
export function treeSeconds(root: number): number | null {
  const all = new Map<number, Times>();
  try {
    for (const name of readdirSync('/proc')) {
      const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null;
      if (times) all.set(Number(name), times);
    }
  } catch {
    return null;
  }
  const isInside = (pid: number): boolean => pid === root || (pid > 1 && isInside(all.get(pid)?.parent ?? 0));
  let sum = 0;
  for (const [pid, { own, reaped }] of all) if (isInside(pid)) sum += own + reaped;
  return all.has(root) ? sum : null;
}
