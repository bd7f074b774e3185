import { readFileSync } from 'node:fs';

/** Linux counts a process' time in hundredths of a second, whatever the kernel's own tick is. */
const TICK_MS = 10;

/** Processor time that a process has used, its threads together; null where the system does not tell or the process is gone. */
export function processorMilliseconds(pid: number): number | null {
  try {
    // The program's name, in brackets, may hold anything: fields are counted after it. 14 and 15 are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
