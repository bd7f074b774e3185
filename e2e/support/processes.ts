import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux tells of it in /proc. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** R: runs or waits for a processor; D: waits for a disk. */
  readonly state: string;
  /** Processor time of the process itself, and of its children that have ended. */
  readonly ownMs: number;
  readonly reapedMs: number;
}

/** Linux reports times in these units on every machine. */
const TICK_MS = 10;

/** See proc(5); a name may hold anything, brackets too. Null for one that has ended, and where there is no /proc (macOS, Windows). */
export function readProcess(pid: number | 'self'): Process | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ms = (from: number) => (Number(rest[from]) + Number(rest[from + 1])) * TICK_MS;
    return { pid: Number.parseInt(line, 10), parent: Number(parent), state, ownMs: ms(9), reapedMs: ms(11) };
  } catch {
    return null;
  }
}

/** All that run now; null where there is no /proc. */
export function processes(): Process[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? []);
  } catch {
    return null;
  }
}
