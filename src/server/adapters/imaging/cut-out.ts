import { existsSync } from 'node:fs';
import { AppError } from '#domain/errors.ts';
import type { CutoutJob, FoundCutout, ModelTrouble } from '#imaging/messages.ts';
import { ModelRests, modelVersion, REST_MS, type restOfModels } from './model-in-use.ts';
import { type ImagingResult, type ImagingWork, WaitedTooLong } from './task.ts';

/**
 * Longest that a waiting person is left to a model, by the clock, queueing included: the search that follows takes seconds, and the slowest
 * model of the catalogue takes 5 with loading on one free core. Other cut-outs have a limit of processor time (`millisecondsFor`).
 */
export const URGENT_MODEL_MS = 20_000;

interface Means {
  run(
    lane: 'model' | 'brush' | 'vision',
    work: ImagingWork,
    signal: AbortSignal | undefined,
  ): Promise<ImagingResult>;
  /** Manifest of the cut-out model, or null. */
  readonly manifest: string | null;
  /** Manifest of its witness, or null. */
  readonly witness: string | null;
  readonly rest: ReturnType<typeof restOfModels>;
  /** Called with the manifest of a model that failed. */
  onFailure(manifest: string): void;
  onTrouble(trouble: ModelTrouble): void;
  readonly log: { warn(fields: object, message: string): void };
  readonly signal: AbortSignal | undefined;
}

/**
 * Cuts out with the model first when the user gave no hints; when it fails, loses its process or rests, the other engines do. Throws
 * `photos/…` of the photo, `http/unavailable` on shutdown, or the signal's reason.
 */
export async function cutOut(job: CutoutJob, means: Means): Promise<FoundCutout> {
  const { run, signal } = means;
  const { box, strokes } = job.hints;
  const isFirstLook = box === null && strokes.length === 0 && job.previousMaskPath === null;
  const found = isFirstLook ? await byModel(job, means) : null;
  if (found !== null) return found;
  const work = { kind: 'cutout', job, manifest: null } as const;
  return run(job.urgent ? 'brush' : 'vision', work, signal) as Promise<FoundCutout>;
}

/**
 * Returns what the witness alone sees of a photo, for a person who waits; null without a witness, or where it fails, loses its process or
 * the model rests. A failure says nothing about the model, whose cut-outs tell. Throws as `cutOut` does.
 */
export async function sketchObject(proxyPath: string, means: Means): Promise<Uint8Array | null> {
  const { manifest, witness } = means;
  if (manifest === null || witness === null) return null;
  const work = { kind: 'sketch', manifest, witness, proxyPath } as const;
  const asked = { ...means, isAwaited: true, paths: [proxyPath], counts: false };
  return (await askModel(manifest, work, asked)) as Uint8Array | null;
}

async function byModel(job: CutoutJob, means: Means): Promise<FoundCutout | null> {
  const { manifest, witness, rest, onTrouble } = means;
  if (manifest === null) return null;
  const work = { kind: 'cutout', job, manifest, witness } as const;
  const asked = { ...means, isAwaited: job.urgent, paths: [job.source, job.proxyPath], counts: true };
  const found = (await askModel(manifest, work, asked)) as FoundCutout | null;
  if (found !== null) rest.worked();
  found?.troubles?.forEach(onTrouble);
  return found;
}

interface AskedMeans extends Means {
  readonly isAwaited: boolean;
  /** The photo's files. */
  readonly paths: readonly string[];
  /** True when a failure is one of the model. */
  readonly counts: boolean;
}

/** Returns null where the model fails, loses its process or rests, or a person who waits has waited long enough. */
async function askModel(
  manifest: string,
  work: ImagingWork,
  { run, rest, onFailure, log, signal, isAwaited, paths, counts }: AskedMeans,
): Promise<ImagingResult> {
  const model = modelVersion(manifest);
  if (rest.isResting(model)) return null;
  const late = new AbortController();
  const timer = isAwaited ? setTimeout(() => late.abort(new WaitedTooLong()), URGENT_MODEL_MS) : undefined;
  const ends = [rest.signalOf(model), late.signal, ...(signal ? [signal] : [])];
  try {
    return await run('model', work, AbortSignal.any(ends));
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof ModelRests) return null;
    log.warn({ error: String(error) }, 'model gave up');
    // A task that only queued says nothing about the model.
    if (error instanceof WaitedTooLong || !counts || isOfPhoto(error, paths)) return null;
    onFailure(manifest);
    if (rest.failed(model)) log.warn({ minutes: REST_MS / 60_000 }, 'model rests');
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** What costs a process its time or memory, or the disk its room, may be the model's doing. */
const NOT_OF_PHOTO: readonly string[] = ['photos/too-heavy', 'photos/storage-full'];

/** True where the photo is the cause: it does not decode, or its file went while it waited. A model's own file may be missing as well. */
function isOfPhoto(error: unknown, paths: readonly string[]): boolean {
  if (!(error instanceof AppError) || !error.code.startsWith('photos/')) return false;
  if (error.code === 'photos/file-missing') return paths.some((path) => !existsSync(path));
  return !NOT_OF_PHOTO.includes(error.code);
}
