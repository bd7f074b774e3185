/** The model that cuts out, which may be replaced or break while the server runs. */
import { statSync } from 'node:fs';
import type { ModelTrouble } from '#imaging/messages.ts';
import type { ImagingWork } from './task.ts';

const FAILURES = 3;
/** Three photos in a row each cost as long as the model took to fail; photos in this time go without it. */
export const REST_MS = 10 * 60_000;

/** Returns a text that changes when the manifest is another file or was rewritten. */
export function modelVersion(manifest: string): string {
  const written = statSync(manifest, { throwIfNoEntry: false });
  return `${manifest} ${written?.ino} ${written?.size} ${written?.mtimeMs}`;
}

/** Returns the version that this work needs loaded, or null. */
export function wantedModel(work: ImagingWork): string | null {
  if (work.kind === 'sketch') return modelVersion(work.manifest);
  const isCutout = work.kind === 'cutout' || (work.kind === 'check-model' && work.use === 'cutout');
  return isCutout && work.manifest !== null ? modelVersion(work.manifest) : null;
}

const TROUBLES: Readonly<Record<ModelTrouble['kind'], string>> = {
  failed: 'a witness of the cut-out model gave up: photos are cut out without it',
  unlike:
    'a cut-out model answers otherwise than the one whose limits it would have: nothing that it finds is sure',
};

interface TroubleMeans {
  /** Called with the manifest of a model that failed. */
  onFailure(manifest: string): void;
  readonly log: { warn(fields: object, message: string): void };
}

/** Returns a function that has a failed model's file checked, and logs each trouble once until its manifest is written anew. */
export function createTroubleLog({ onFailure, log }: TroubleMeans): (trouble: ModelTrouble) => void {
  const logged = new Set<string>();
  return ({ manifest, kind, error }) => {
    if (kind === 'failed') onFailure(manifest);
    const trouble = `${kind} ${modelVersion(manifest)}`;
    if (logged.has(trouble)) return;
    logged.add(trouble);
    log.warn({ manifest, error }, TROUBLES[kind]);
  };
}

/** Why a photo leaves the queue: the model rests from now on. */
export class ModelRests extends Error {}

/** Rests a model that keeps failing. `now`: milliseconds of a monotonic clock. */
export function restOfModels(now = () => performance.now()) {
  let model = '';
  let failures = 0;
  let until = 0;
  /** Photos that queue for this version. */
  let line = { version: '', end: new AbortController() };
  const isResting = (version: string) => version === model && now() < until;
  return {
    isResting,
    /** Returns a signal that aborts with ModelRests when this version begins to rest. */
    signalOf(version: string): AbortSignal {
      if (line.version !== version || line.end.signal.aborted) line = { version, end: new AbortController() };
      return line.end.signal;
    },
    worked() {
      failures = 0;
      until = 0;
    },
    /** Returns whether the model rests from now on. After a rest one failure is enough for the next. */
    failed(version: string): boolean {
      if (isResting(version)) return false;
      failures = version === model ? failures + 1 : 1;
      model = version;
      if (failures < FAILURES) return false;
      failures = FAILURES - 1;
      until = now() + REST_MS;
      if (line.version === version) line.end.abort(new ModelRests());
      return true;
    },
  };
}
