import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all its descendants do at this moment, as far as the system tells. */
export interface Activity {
  /** Processor time they have had so far. */
  readonly cpuMs: number;
  /** Whether one of them runs, waits for a processor or for a disk: it would go on if the machine were faster. */
  readonly isHeldUp: boolean;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  readonly cpuMs: number;
}

/** Linux counts in these for everybody. */
const TICK_MS = 10;

/** Null where there is no /proc (macOS, Windows). `without` are left out with their descendants, the root itself too. */
export function activityBelow(root: number, without: ReadonlySet<number>): Activity | null {
  const all = processes();
  if (all === null) return null;
  const below = new Map<number, Process[]>();
  for (const process of all) below.set(process.parent, [...(below.get(process.parent) ?? []), process]);
  let cpuMs = 0;
  let isHeldUp = false;
  const visit = (pid: number) => {
    for (const process of below.get(pid) ?? []) {
      if (without.has(process.pid)) continue;
      cpuMs += process.cpuMs;
      isHeldUp ||= process.state === 'R' || process.state === 'D';
      visit(process.pid);
    }
  };
  visit(root);
  return { cpuMs, isHeldUp };
}

function processes(): Process[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(name));
  } catch {
    return null;
  }
}

/** See proc(5); a name may hold anything, brackets too. Children that have ended count with who waited for them. */
function readProcess(pid: string): Process[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = rest.slice(9, 13).reduce((sum, text) => sum + Number(text), 0);
    return [{ pid: Number(pid), parent: Number(parent), state, cpuMs: ticks * TICK_MS }];
  } catch {
    return [];
  }
}
