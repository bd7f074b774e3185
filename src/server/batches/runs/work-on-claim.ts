import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { type Claim, giveBack, MAX_ATTEMPTS, retryLater } from '#server/batches/runs/claim-store.ts';
import { finishPhoto, type PhotoOutcome } from '#server/batches/runs/finish-photo.ts';
import { processPhoto } from '#server/batches/runs/process-photo.ts';
import type { StoredResult } from '#server/batches/store/result-store.ts';
import { resultKeys } from '#server/photos/file-keys.ts';
import { isAway } from '#server/photos/outage.ts';

const SAID_AGAIN_MS = 500;

interface Limits {
  /** Aborted: the photo is given back. */
  readonly signal: AbortSignal;
  /** Milliseconds after which it is left, whatever it waits for. */
  readonly photoMs: number;
}

/** Processes a claimed photo and stores what became of it. False: storage or database kept it from that, and it is tried again. */
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
      await discard(app, written);
      return true;
    }
    const isOverdue = error instanceof Overdue;
    const isOutage = !isOverdue && isAway(error);
    if (isOutage || !(error instanceof AppError)) {
      app.log.error({ error, runId: claim.runId }, 'a photo is tried again');
      app.metrics.photo('tried again');
      await onceBack(app, signal, () => retryLater(app, claim.token, { isCounted: !isOutage }));
      await discard(app, written);
      return !(isOutage || isOverdue);
    }
    outcome = { state: 'failed', error: { code: error.code, details: { ...error.details } } };
  }
  const isStored = await onceBack(app, signal, () => finishPhoto(app, claim, outcome));
  app.metrics.photo(isStored ? outcome.state : 'late');
  if (!isStored || outcome.state === 'failed') await discard(app, written);
  return true;
}

class Overdue extends Error {
  constructor(milliseconds: number) {
    super(`a photo was in work for more than ${milliseconds} ms`);
  }
}

/** A call that never returns is left behind; should it return all the same, its files are removed. */
async function inTime(
  app: App,
  claim: Claim,
  { signal, photoMs, written }: Limits & { written: StoredResult[] },
): Promise<void> {
  const late = new AbortController();
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Overdue(photoMs);
    late.abort(error);
    reject(error);
  }, photoMs);
  const processed = processPhoto(app, claim, { signal: AbortSignal.any([signal, late.signal]), written });
  try {
    await Promise.race([processed, isOver]);
  } finally {
    clearTimeout(timer);
    if (late.signal.aborted) void processed.catch(() => {}).then(() => discard(app, written));
  }
}

/**
 * Repeats `say` until the database takes it or the server ends: a photo's outcome is lost neither with the connection nor on a full disk,
 * and its files are never left without their rows.
 */
export async function onceBack<T>(app: App, signal: AbortSignal, say: () => Promise<T>): Promise<T> {
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

/** What cannot be removed now is left to the daily cleanup: what is to be said of the photo does not wait for it. */
async function discard(app: App, written: readonly StoredResult[]): Promise<void> {
  const keys = written.flatMap(({ id, fileKey }) => resultKeys({ id, file_key: fileKey }));
  await app.files
    .remove(keys)
    .catch((error: unknown) => app.log.warn({ error }, 'files of a photo that was not finished stay'));
}
