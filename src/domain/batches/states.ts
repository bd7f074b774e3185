/** Batch: draft → queued → running → done | partial | cancelled | failed, and queued again by a new run. */
export const BATCH_STATES = ['draft', 'queued', 'running', 'done', 'partial', 'cancelled', 'failed'] as const;
export type BatchState = (typeof BATCH_STATES)[number];
export type RunState = Exclude<BatchState, 'draft'>;

/** Groups of states in a list of batches; `trouble`: batches that did not come out whole. */
export const BATCH_GROUPS = ['draft', 'running', 'done', 'trouble'] as const;
export type BatchGroup = (typeof BATCH_GROUPS)[number];
export const STATES_OF: Readonly<Record<BatchGroup, readonly BatchState[]>> = {
  draft: ['draft'],
  running: ['queued', 'running'],
  done: ['done'],
  trouble: ['partial', 'cancelled', 'failed'],
};

/** Most photos a batch may gather; how many one run takes is the plan's matter. */
export const MOST_IN_BATCH = 300;

/** Photo in a run: waiting → working → done | failed | cancelled. */
export const RUN_PHOTO_STATES = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const;
export type RunPhotoState = (typeof RUN_PHOTO_STATES)[number];

export function isRunning(state: BatchState): state is 'queued' | 'running' {
  return state === 'queued' || state === 'running';
}

/** Returns the final state of a run once no photo waits or is being processed. */
export function finalState(photos: Readonly<Record<RunPhotoState, number>>, wasCancelled: boolean): RunState {
  if (wasCancelled) return 'cancelled';
  if (photos.done === 0) return photos.failed > 0 ? 'failed' : 'cancelled';
  return photos.failed + photos.cancelled > 0 ? 'partial' : 'done';
}
