/** Processes for one kind of work and the tasks that wait for them. */
import { type Child, IMAGE_PROCESS_ENV } from './child.ts';
import type { ImagingWork, Task } from './task.ts';

const MEGABYTE = 1024 * 1024;

export interface Slot {
  child: Child | null;
  task: Task | null;
  /** Cut-out model that the process has loaded (`modelVersion`). */
  model: string | null;
  /** Runs while the process is idle and may end for that. */
  idle: NodeJS.Timeout | null;
}

interface LaneOptions {
  readonly nice: number;
  readonly env: Readonly<Record<string, string>>;
  /** Idle time after which its processes end; null keeps them. */
  readonly idleMilliseconds: number | null;
  /** Memory at which a process is killed during its task. */
  readonly killBytes: number;
  /** Memory at which a process is replaced between two tasks. */
  readonly recycleBytes: number;
  /** How often a task is tried when its process crashes, at no limit of ours. */
  readonly tries: number;
}

export interface Lane extends LaneOptions {
  readonly slots: readonly Slot[];
  readonly waiting: Task[];
}

const USUAL = {
  processes: 1,
  env: IMAGE_PROCESS_ENV,
  idleMilliseconds: null,
  killBytes: 1024 * MEGABYTE,
  recycleBytes: 400 * MEGABYTE,
  tries: 2,
};

export function createImagingLane(
  own: Pick<LaneOptions, 'nice'> & Partial<LaneOptions & { processes: number }>,
): Lane {
  const { processes, ...options } = { ...USUAL, ...own };
  const slots = Array.from({ length: processes }, () => ({
    child: null,
    task: null,
    model: null,
    idle: null,
  }));
  return { ...options, slots, waiting: [] };
}

/**
 * Queues a task in order of arrival. In the models' process a look for plates, which an upload waits for, goes before cut-outs; sketches
 * and urgent cut-outs, which a person waits for, go before other ones. Accounts take turns before: jobs by their queue, runs by their claims.
 */
export function enqueueTask({ waiting }: Lane, task: Task): void {
  const after = waiting.findIndex(({ work }) => rankWork(work) > rankWork(task.work));
  waiting.splice(after < 0 ? waiting.length : after, 0, task);
}

function rankWork(work: ImagingWork): number {
  if (work.kind === 'plates') return 0;
  return work.kind === 'cutout' && !work.job.urgent ? 2 : 1;
}

/** Takes the oldest task; a large photo only while no other one is under way. */
export function takeNext({ waiting }: Lane, mayTakeLarge: boolean): Task | null {
  const index = waiting.findIndex((task) => !task.alone || mayTakeLarge);
  return index < 0 ? null : (waiting.splice(index, 1)[0] ?? null);
}

/** Takes a task out of the queue; false when it is in work or done. */
export function dequeueTask({ waiting }: Lane, task: Task): boolean {
  const index = waiting.indexOf(task);
  if (index >= 0) waiting.splice(index, 1);
  return index >= 0;
}

/** True when a task waits or is in work. */
export function isBusy({ waiting, slots }: Lane): boolean {
  return waiting.length > 0 || slots.some(({ task }) => task !== null);
}

export function killChild(slot: Slot): void {
  void slot.child?.kill();
  slot.child = null;
}

export function stopIdling(slot: Slot): void {
  if (slot.idle !== null) clearTimeout(slot.idle);
  slot.idle = null;
}
