import { readFileSync } from 'node:fs';

/** Resident bytes of a process; null where the system does not tell (no /proc) or the process is gone. */
export function residentBytes(pid: number): number | null {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return line === null ? null : Number(line[1]) * 1024;
  } catch {
    return null;
  }
}
