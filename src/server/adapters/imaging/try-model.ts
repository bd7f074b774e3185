import { AppError } from '#domain/errors.ts';
import type { ModelReport, ModelTrouble, ModelUse } from '#imaging/messages.ts';
import type { restOfModels } from './model-in-use.ts';
import type { ImagingResult, ImagingWork } from './task.ts';

interface Means {
  run(lane: 'model', work: ImagingWork): Promise<ImagingResult>;
  readonly manifest: string | null;
  readonly rest: ReturnType<typeof restOfModels>;
  onFailure(manifest: string): void;
  onTrouble(trouble: ModelTrouble): void;
}

/**
 * Tries one picture with the model, in its process; null when there is none. Throws only `http/unavailable` and errors that aren't about
 * the model.
 */
export async function tryModel(
  use: ModelUse,
  { run, manifest, rest, onFailure, onTrouble }: Means,
): Promise<ModelReport | null> {
  if (manifest === null) return null;
  const tried = run('model', { kind: 'check-model', manifest, use }) as Promise<ModelReport>;
  const report = await tried.catch(reportOfLoss);
  if (use === 'cutout' && report.problem === null) rest.worked();
  if (use === 'cutout' && report.problem !== null) onFailure(manifest);
  if (report.remark === 'unlike') onTrouble({ manifest, kind: 'unlike' });
  return report;
}

function reportOfLoss(error: unknown): ModelReport {
  if (!(error instanceof AppError && error.code === 'photos/too-heavy')) throw error;
  const problem = 'its process crashed, or took more memory or time than it may';
  const known = { name: null, licence: null, sha256: null, runtime: null, milliseconds: null };
  return { ...known, problem, remark: null };
}
