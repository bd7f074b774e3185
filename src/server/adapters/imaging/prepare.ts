import type { PreparedPhoto, PrepareJob, SuggestedPlates } from '#imaging/messages.ts';
import type { ImagingResult, ImagingWork } from './task.ts';

/** An upload waits no longer for a detector than this: a cut-out may keep its process. */
const DETECTOR_WAIT_MS = 20_000;

interface Detector {
  run(name: 'prepare' | 'model', work: ImagingWork, signal?: AbortSignal): Promise<ImagingResult>;
  /** Path of its manifest; null where there is none. */
  readonly manifest: string | null;
  readonly milliseconds: number | undefined;
  readonly log: { warn(fields: object, message: string): void };
}

/** The detector's word counts instead of the search's, which costs so little that it is always in hand. */
export async function prepareWithPlates(
  job: PrepareJob,
  { run, manifest, milliseconds = DETECTOR_WAIT_MS, log }: Detector,
): Promise<PreparedPhoto> {
  const prepared = (await run('prepare', { kind: 'prepare', job })) as PreparedPhoto;
  if (manifest === null) return prepared;
  try {
    const work = { kind: 'plates', manifest, proxyPath: job.proxyPath } as const;
    const found = await run('model', work, AbortSignal.timeout(milliseconds));
    return { ...prepared, ...(found as SuggestedPlates) };
  } catch (error) {
    log.warn({ error: String(error) }, 'plate detector gave up');
    return prepared;
  }
}
