import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { type Claim, giveBack, MAX_ATTEMPTS, retryLater } from '#server/batches/runs/claim-store.ts';
import { finishPhoto, type PhotoOutcome } from '#server/batches/runs/finish-photo.ts';
import { processPhoto } from '#server/batches/runs/process-photo.ts';
import { Overdue, TimeLimit } from '#server/batches/runs/time-limit.ts';
import type { StoredResult } from '#server/batches/store/result-store.ts';
import { resultKeys } from '#server/photos/file-keys.ts';
import { isAway } from '#server/photos/outage.ts';

const SAID_AGAIN_MS = 500;

interface Limits {
  /** When it aborts, the photo is given back. */
  readonly signal: AbortSignal;
  /** Milliseconds that stores and database may keep it waiting; image processes have limits of their own. */
  readonly photoMs: number;
}

/**
 * Processes a claimed photo and stores the outcome. Returns false when storage or database was out of reach and the photo is tried again.
 */
export async function workOnClaim(app: App, claim: Claim, { signal, photoMs }: Limits): Promise<boolean> {
  const written: StoredResult[] = [];
  let outcome: PhotoOutcome;
  try {
    if (claim.attempt > MAX_ATTEMPTS) throw new AppError('batches/processing-failed');
    await inTime(app, claim, { signal, written, photoMs });
    outcome = { state: 'done', results: written };
  } catch (error) {
    if (signal.aborted) {
      app.metrics.photo('given back');
      await giveBack(app, claim.token);
      await discardFiles(app, written);
      return true;
    }
    const isOverdue = error instanceof Overdue;
    const isOutage = !isOverdue && isAway(error);
    if (isOutage || !(error instanceof AppError)) {
      app.log.error({ error, runId: claim.runId }, 'a photo is tried again');
      app.metrics.photo('tried again');
      await repeatUntilReachable(app, signal, () => retryLater(app, claim.token, { isCounted: !isOutage }));
      await discardFiles(app, written);
      return !(isOutage || isOverdue);
    }
    outcome = { state: 'failed', error: { code: error.code, details: { ...error.details } } };
  }
  const isStored = await repeatUntilReachable(app, signal, () => finishPhoto(app, claim, outcome));
  app.metrics.photo(isStored ? outcome.state : 'late');
  if (!isStored || outcome.state === 'failed') await discardFiles(app, written);
  return true;
}

/** Leaves behind a call that never returns; if it returns after all, its files are removed. */
async function inTime(
  app: App,
  claim: Claim,
  { signal, photoMs, written }: Limits & { written: StoredResult[] },
): Promise<void> {
  using limit = new TimeLimit(photoMs);
  const processed = processPhoto({ ...app, imaging: stopClockDuring(app.imaging, limit) }, claim, {
    signal: AbortSignal.any([signal, limit.signal]),
    written,
  });
  try {
    await Promise.race([processed, limit.isOver]);
  } finally {
    if (limit.signal.aborted) void processed.catch(() => {}).then(() => discardFiles(app, written));
  }
}

/** Stops the clock in image processes: photos queue there behind others, and the pool limits the work on each. */
function stopClockDuring(imaging: App['imaging'], limit: TimeLimit): App['imaging'] {
  return {
    ...imaging,
    process: (job, signal) => limit.pauseDuring(() => imaging.process(job, signal)),
    cutOut: (job, signal) => limit.pauseDuring(() => imaging.cutOut(job, signal)),
  };
}

/**
 * Repeats `say` until the database takes it or the server ends, so that an outcome survives a lost connection and a full disk, and no file
 * stays without its row. Errors that aren't outages pass through.
 */
export async function repeatUntilReachable<T>(
  app: App,
  signal: AbortSignal,
  say: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await say();
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw error;
      if (tries === 1) app.log.warn({ error }, 'a photo waits for the database');
      await wait(SAID_AGAIN_MS);
    }
  }
}

/** The daily cleanup removes what can't be removed now; the photo's outcome does not wait for it. */
async function discardFiles(app: App, written: readonly StoredResult[]): Promise<void> {
  const keys = written.flatMap(({ id, fileKey }) => resultKeys({ id, file_key: fileKey }));
  await app.files
    .remove(keys)
    .catch((error: unknown) => app.log.warn({ error }, 'files of a photo that was not finished stay'));
}
