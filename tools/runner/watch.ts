import { activityBelow } from './process-tree.ts';

/**
 * Limits beyond which a program hangs. The clock cannot tell on a machine that is slow or busy; its activity can: a program that hangs
 * either waits for what never comes, and wants no processor, or turns in a circle, and uses ever more of it.
 */
export interface Patience {
  /** So long without a sign of progress and without work. */
  readonly idleMs: number;
  /** So much processor time without a sign of progress. */
  readonly cpuMs: number;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
}

/** Below this share of a processor it is only the ticking of timers. */
const TICKING = 0.04;
/** Factor on `idleMs` where nothing is known of processes: a slow one looks like one that hangs. */
const BLIND = 6;

/** Looks until it is told to stop. `progress` is a number that changes with each sign of it. */
export function watchFor(
  hang: (why: string) => void,
  { idleMs, cpuMs, everyMs }: Patience,
  { progress, others }: { progress: () => number; others: () => ReadonlySet<number> },
): () => void {
  let seen = progress();
  let last = { at: performance.now(), cpuMs: 0 };
  let idle = 0;
  let used = 0;
  const look = () => {
    const activity = activityBelow(process.pid, others());
    const at = performance.now();
    const elapsed = at - last.at;
    const worked = Math.max(0, (activity?.cpuMs ?? 0) - last.cpuMs);
    last = { at, cpuMs: activity?.cpuMs ?? 0 };
    const now = progress();
    if (now !== seen) {
      seen = now;
      idle = 0;
      used = 0;
      return;
    }
    used += worked;
    // Looked at late, the machine was so busy that this says nothing.
    const isIdle = activity === null || (!activity.isHeldUp && worked < elapsed * TICKING);
    if (isIdle) idle += Math.min(elapsed, everyMs);
    if (idle >= idleMs * (activity === null ? BLIND : 1))
      hang(`did nothing for ${seconds(idle)} s of its own time`);
    else if (used >= cpuMs) hang(`used ${seconds(used)} s of processor time and came no further`);
  };
  look();
  used = 0;
  const timer = setInterval(look, everyMs);
  return () => clearInterval(timer);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0);
}
