import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { OutputSpec } from '#domain/recipes/outputs.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { WrittenFile } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import { recipeFiles } from '#server/batches/previews/recipe-files.ts';
import {
  type Claim,
  claimPhoto,
  giveBack,
  LEASE_SECONDS,
  MAX_ATTEMPTS,
  renewLeases,
  retryLater,
} from '#server/batches/runs/claim-store.ts';
import { finishPhoto, type PhotoOutcome } from '#server/batches/runs/finish-photo.ts';
import { editsOf } from '#server/batches/runs/photo-edits.ts';
import type { StoredResult } from '#server/batches/store/result-store.ts';
import { settingsOfRun } from '#server/batches/store/run-store.ts';
import { asAppError } from '#server/http/errors.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { originalKey, resultKeys, thumbnailKey } from '#server/photos/file-keys.ts';
import { findPhotos } from '#server/photos/photo-store.ts';

/** Wakes the worker: a run started or was cancelled. */
export const RUNS_WAKE = 'runs';
const IDLE_LOOK_MS = 5000;
const SAID_AGAIN_MS = 500;

export interface Processing {
  /** Claims no further photo from here on; resolves when those in work are done. */
  rest(): Promise<void>;
  /** Gives back what is in work. */
  stop(): Promise<void>;
}

/** Works through the runs' photos with as many hands as there are batch processes. The run's rows are the queue. */
export function startProcessing(app: App): Processing {
  const inWork = new Map<string, AbortController>();
  const ending = new AbortController();
  const sleepers = new Set<() => void>();
  let stopping = false;
  let wakes = 0;
  const wakeAll = () => {
    wakes += 1;
    for (const wake of sleepers) wake();
  };
  const sleep = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, IDLE_LOOK_MS);
      sleepers.add(wake);
    });
  const hand = async () => {
    while (!stopping) {
      const before = wakes;
      const claim = await claimOrGiveBack(app, ending.signal);
      if (!claim) {
        // A run that started during the look was not seen by it.
        if (wakes === before) await sleep();
        continue;
      }
      const abort = new AbortController();
      inWork.set(claim.token, abort);
      // Claimed while the server was told to end.
      if (ending.signal.aborted) abort.abort();
      await work(app, claim, abort.signal).catch((error: unknown) =>
        app.log.error({ error }, 'processing a photo'),
      );
      inWork.delete(claim.token);
    }
  };
  const checkLeases = async () => {
    const valid = await renewLeases(app, [...inWork.keys()]);
    for (const [token, abort] of inWork) if (!valid.has(token)) abort.abort();
  };
  const guarded = () =>
    void checkLeases().catch((error: unknown) => app.log.warn({ error }, 'renewing leases'));
  const unsubscribe = app.live.onWake(RUNS_WAKE, () => {
    wakeAll();
    guarded();
  });
  const renewal = setInterval(guarded, (LEASE_SECONDS * 1000) / 3);
  const hands = Array.from({ length: app.imaging.batchProcesses }, hand);
  const rest = async () => {
    stopping = true;
    wakeAll();
    await Promise.all(hands);
  };
  return {
    rest,
    stop: async () => {
      ending.abort();
      clearInterval(renewal);
      unsubscribe();
      const givesBack = inWork.size > 0;
      for (const abort of inWork.values()) abort.abort();
      await rest();
      // Other processes would look for them some seconds later only.
      if (givesBack) await app.live.wake(RUNS_WAKE);
    },
  };
}

/** The next photo, or null. When the reply was lost with the connection the photo may be claimed all the same: it is given back at once. */
export async function claimOrGiveBack(app: App, signal: AbortSignal): Promise<Claim | null> {
  const token = app.newId('lea');
  try {
    return await claimPhoto(app, token);
  } catch (error) {
    app.log.error({ error }, 'claiming a photo');
    await onceBack(app, signal, () => giveBack(app, token)).catch((failure: unknown) =>
      app.log.warn({ error: failure }, 'giving a photo back'),
    );
    return null;
  }
}

async function work(app: App, claim: Claim, signal: AbortSignal): Promise<void> {
  const written: StoredResult[] = [];
  let outcome: PhotoOutcome;
  try {
    if (claim.attempt > MAX_ATTEMPTS) throw new AppError('batches/processing-failed');
    await processPhoto(app, claim, { signal, written });
    outcome = { state: 'done', results: written };
  } catch (error) {
    if (signal.aborted) {
      await discard(app, written);
      app.metrics.photo('given back');
      return giveBack(app, claim.token);
    }
    if (!isAboutThePhoto(error)) {
      app.log.error({ error, runId: claim.runId }, 'a photo is tried again');
      await discard(app, written);
      app.metrics.photo('tried again');
      return onceBack(app, signal, () => retryLater(app, claim.token));
    }
    outcome = { state: 'failed', error: { code: error.code, details: { ...error.details } } };
  }
  const isStored = await onceBack(app, signal, () => finishPhoto(app, claim, outcome));
  app.metrics.photo(isStored ? outcome.state : 'late');
  if (!isStored || outcome.state === 'failed') await discard(app, written);
}

/**
 * Repeats `say` until the database takes it or the server ends: a photo's outcome is lost neither with the connection nor on a full disk,
 * and its files are never left without their rows.
 */
async function onceBack<T>(app: App, signal: AbortSignal, say: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await say();
    } catch (error) {
      if (signal.aborted || !AWAY.has(asAppError(error).code)) throw error;
      if (tries === 1) app.log.warn({ error }, 'a photo waits for the database');
      await wait(SAID_AGAIN_MS);
    }
  }
}

/** The database cannot be reached, or has no room. */
const AWAY: ReadonlySet<ErrorCode> = new Set(['http/unavailable', 'http/storage-full']);

/** A database or a disk that is away says nothing about the photo. */
function isAboutThePhoto(error: unknown): error is AppError {
  return error instanceof AppError && !AWAY.has(error.code) && error.code !== 'photos/storage-full';
}

async function discard(app: App, written: readonly StoredResult[]): Promise<void> {
  await app.files.remove(written.flatMap(({ id, fileKey }) => resultKeys({ id, file_key: fileKey })));
}

/** Files first, durable under their final keys; then the rows that name them. */
async function processPhoto(
  app: App,
  claim: Claim,
  { signal, written }: { signal: AbortSignal; written: StoredResult[] },
): Promise<void> {
  const run = await settingsOfRun(app.db, claim.runId);
  const [photo] = await findPhotos(app.db, claim.ownerId, [claim.photoId]);
  if (!photo) throw new AppError('photos/original-gone');
  if (!photo.format || !photo.analysis) throw new AppError('batches/processing-failed');
  const specs = run.outputs;
  await using borrowed = new BorrowedFiles(app);
  const edits = await editsOf(app, claim, { borrowed, recipe: run.recipe, photo, signal });
  const outputs = specs.map((spec) => ({
    spec,
    paths: spec.renditions.map(() => app.files.temporaryPath()),
    thumbnailPaths: spec.renditions.map(() => app.files.temporaryPath()),
  }));
  const job = {
    source: await borrowed.pathOf(originalKey(photo.id)),
    format: photo.format,
    analysis: photo.analysis,
    lotBalance: run.lotBalance,
    recipe: run.recipe,
    edits,
    files: await recipeFiles(app, borrowed, {
      ownerId: claim.ownerId,
      recipe: recipeFor(run.recipe, edits.exception),
    }),
    outputs,
  };
  try {
    await keepFiles(app, { specs, files: await app.imaging.process(job, signal), written });
  } finally {
    for (const path of outputs.flatMap(({ paths, thumbnailPaths }) => [...paths, ...thumbnailPaths]))
      await app.files.discard(path);
  }
}

interface KeptFiles {
  readonly specs: readonly OutputSpec[];
  readonly files: readonly WrittenFile[];
  /** Gets what was kept. */
  readonly written: StoredResult[];
}

async function keepFiles(app: App, { specs, files, written }: KeptFiles): Promise<void> {
  for (const file of files) {
    const position = specs.findIndex(({ key }) => key === file.outputKey);
    const spec = specs[position];
    const rendition = spec?.renditions.find(({ suffix }) => suffix === file.suffix);
    if (!spec || !rendition) throw new Error(`unknown output ${file.outputKey}`);
    const id = app.newId('res');
    const fileKey = `results/${id}`;
    // First: one of which half is kept, or whose reply was lost, is removed as well.
    written.push({ id, fileKey, spec, position, format: rendition.format, file });
    await app.files.keep(file.path, fileKey);
    if (file.thumbnailPath !== null) await app.files.keep(file.thumbnailPath, thumbnailKey(id));
  }
}
