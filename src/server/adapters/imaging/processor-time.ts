import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second, whatever the kernel's own tick is. */
const TICK_MS = 10;

/** Returns the processor milliseconds of a process with all threads; null without /proc or when the process is gone. */
export function processorMilliseconds(pid: number): number | null {
  try {
    // The program's name, in brackets, may hold anything: fields are counted after it. 14 and 15 are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
