import { type Process, processes } from '../../e2e/support/processes.ts';

/** Activity of a process and all its descendants at this moment, as far as the system tells. */
export interface Activity {
  /** Processor time they have had so far. */
  readonly cpuMs: number;
  /** True when one of them runs, waits for a processor or for a disk: it would go on if the machine were faster. */
  readonly isHeldUp: boolean;
}

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
      cpuMs += process.ownMs + process.reapedMs;
      isHeldUp ||= process.state === 'R' || process.state === 'D';
      visit(process.pid);
    }
  };
  visit(root);
  return { cpuMs, isHeldUp };
}
