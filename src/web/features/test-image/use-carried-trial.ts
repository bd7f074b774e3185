import { useEffect, useMemo } from 'react';
import type { Batch } from '#contract/batches.ts';
import { errorMessage } from '#web/api/api-error.ts';
import type { Said } from '#web/features/test-image/carry-trial.ts';
import { carry, forgetCarried, readCarried } from '#web/session/kept/carried.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** The edits of the test picture, for the photo that it becomes: the one of these bytes. */
interface CarriedTrial {
  readonly batchId: string;
  readonly bytes: number;
  readonly said: Said;
}

/** Waits in this tab until the photo is ready in its lot, over a reload too. */
export function keepTrial(uid: string, trial: CarriedTrial): void {
  const { exception, plates, cut } = trial.said;
  if (exception !== null || plates !== null || cut !== null) carry(uid, trial);
}

let underWay = '';

/** On the lot's page: says it of the photo as soon as that is ready. */
export function useCarriedTrial(uid: string | undefined, batch: Batch | null): void {
  const batchId = batch?.id;
  const trial = useMemo(() => {
    const carried = uid === undefined ? null : (readCarried(uid) as CarriedTrial | null);
    return carried?.batchId === batchId ? carried : null;
  }, [uid, batchId]);
  const photoId = trial && batch ? photoOf(trial, batch) : undefined;
  useEffect(() => {
    if (!trial || photoId === undefined || underWay === photoId) return;
    underWay = photoId;
    say(trial, photoId)
      .catch((error: unknown) => showToast({ text: errorMessage(error), negative: true }))
      .finally(() => {
        underWay = '';
      });
  }, [trial, photoId]);
}

/** A copy of a photo that is here already has its bytes, whatever its name. */
function photoOf({ bytes }: CarriedTrial, { photoIds, photos }: Batch): string | undefined {
  return photoIds.find((id) => photos[id]?.state === 'ready' && photos[id].bytes === bytes);
}

/** Forgotten when it is said: a reload meanwhile says it once more. */
async function say({ batchId, said }: CarriedTrial, photoId: string): Promise<void> {
  const { sayOf } = await import('#web/features/test-image/carry-trial.ts');
  await sayOf(batchId, photoId, said);
  forgetCarried();
}
