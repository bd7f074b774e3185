/** Processes for one kind of work and the tasks that wait for them. */
import type { Child } from './child.ts';
import type { Task } from './task.ts';

export interface Slot {
  readonly nice: number;
  child: Child | null;
  task: Task | null;
  /** Runs while the process has nothing to do and may end for that. */
  idle: NodeJS.Timeout | null;
}

export interface Lane {
  /** Its processes end after doing nothing for so long; null keeps them. */
  readonly idleMilliseconds: number | null;
  readonly slots: readonly Slot[];
  readonly waiting: Task[];
}

export function laneOf(processes: number, nice: number, idleMilliseconds: number | null = null): Lane {
  const slots = Array.from({ length: processes }, () => ({ nice, child: null, task: null, idle: null }));
  return { idleMilliseconds, slots, waiting: [] };
}

/** In order of arrival, but a look for plates, which an upload waits for, goes before the cut-outs of the same model process. */
export function enqueue({ waiting }: Lane, task: Task): void {
  const after = task.work.kind === 'plates' ? waiting.findIndex(({ work }) => work.kind !== 'plates') : -1;
  waiting.splice(after < 0 ? waiting.length : after, 0, task);
}

/** Takes the task to do next: the oldest; large photos only while no other one is under way. */
export function takeNext({ waiting }: Lane, mayTakeLarge: boolean): Task | null {
  const index = waiting.findIndex((task) => !task.alone || mayTakeLarge);
  return index < 0 ? null : (waiting.splice(index, 1)[0] ?? null);
}

/** Takes a task out of the queue; false when it is being worked on or done. */
export function withdraw({ waiting }: Lane, task: Task): boolean {
  const index = waiting.indexOf(task);
  if (index >= 0) waiting.splice(index, 1);
  return index >= 0;
}
