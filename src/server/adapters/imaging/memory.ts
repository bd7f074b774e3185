import { readFileSync } from 'node:fs';

/** Resident bytes of a process; null where the system does not tell (no /proc) or the process is gone. */
export function residentBytes(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return match === null ? null : Number(match[1]) * 1024;
  } catch {
    return null;
  }
}
