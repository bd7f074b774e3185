import type { CutoutJob, FoundCutout } from '#imaging/messages.ts';
import { modelVersion, REST_MS, type restOfModels } from './model-in-use.ts';
import type { ImagingResult, ImagingWork } from './task.ts';

interface Means {
  run(
    lane: 'model' | 'brush' | 'vision',
    work: ImagingWork,
    signal: AbortSignal | undefined,
  ): Promise<ImagingResult>;
  /** Of the model that cuts out; null: there is none. */
  readonly manifest: string | null;
  readonly rest: ReturnType<typeof restOfModels>;
  readonly log: { warn(fields: object, message: string): void };
  readonly signal: AbortSignal | undefined;
}

/** Tries the model first where the user gave no hints; if it fails, its process with it, or rests, the others go on without. */
export async function cutOut(job: CutoutJob, means: Means): Promise<FoundCutout> {
  const { run, signal } = means;
  const { box, strokes } = job.hints;
  const isFirstLook = box === null && strokes.length === 0 && job.previousMaskPath === null;
  const found = isFirstLook ? await byModel(job, means) : null;
  if (found !== null) return found;
  const work = { kind: 'cutout', job, manifest: null } as const;
  return run(job.urgent ? 'brush' : 'vision', work, signal) as Promise<FoundCutout>;
}

async function byModel(job: CutoutJob, { run, manifest, rest, log, signal }: Means) {
  if (manifest === null) return null;
  const model = modelVersion(manifest);
  if (rest.isResting(model)) return null;
  try {
    const found = await run('model', { kind: 'cutout', job, manifest }, signal);
    rest.worked();
    return found as FoundCutout;
  } catch (error) {
    if (signal?.aborted) throw error;
    log.warn({ error: String(error) }, 'model gave up');
    if (rest.failed(model)) log.warn({ minutes: REST_MS / 60_000 }, 'model rests');
    return null;
  }
}
