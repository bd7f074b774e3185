import { readFileSync } from 'node:fs';

/** Returns the resident bytes of a process; null without /proc or when the process is gone. */
export function residentBytes(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return match === null ? null : Number(match[1]) * 1024;
  } catch {
    return null;
  }
}
