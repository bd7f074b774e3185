import { useEffect, useMemo } from 'react';
import type { Batch } from '#contract/batches.ts';
import { errorMessage } from '#web/api/api-error.ts';
import type { TriedImageEdits } from '#web/editor/test-image-editor.tsx';
import { clearCarried, readCarried, storeCarried } from '#web/shared/browser-storage/carried.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** The edits of the test picture, for the photo that it becomes: the one of these bytes. */
interface CarriedTestImage {
  readonly batchId: string;
  readonly bytes: number;
  readonly said: TriedImageEdits;
}

/** Waits in this tab until the photo is ready in its batch, over a reload too. */
export function carryTestImage(uid: string, carriedImage: CarriedTestImage): void {
  const { exception: overrides, plates, cut } = carriedImage.said;
  if (overrides !== null || plates !== null || cut !== null) storeCarried(uid, carriedImage);
}

let underWay = '';

/** On the batch's page: says it of the photo as soon as that is ready. */
export function useCarriedTestImage(uid: string | undefined, batch: Batch | null): void {
  const batchId = batch?.id;
  const carriedImage = useMemo(() => {
    const carried = uid === undefined ? null : (readCarried(uid) as CarriedTestImage | null);
    return carried?.batchId === batchId ? carried : null;
  }, [uid, batchId]);
  const photoId = carriedImage && batch ? findCarriedPhoto(carriedImage, batch) : undefined;
  useEffect(() => {
    if (!carriedImage || photoId === undefined || underWay === photoId) return;
    underWay = photoId;
    applyCarriedImage(carriedImage, photoId)
      .catch((error: unknown) => showToast({ text: errorMessage(error), negative: true }))
      .finally(() => {
        underWay = '';
      });
  }, [carriedImage, photoId]);
}

/** A copy of a photo that is here already has its bytes, whatever its name. */
function findCarriedPhoto({ bytes }: CarriedTestImage, { photoIds, photos }: Batch): string | undefined {
  return photoIds.find((id) => photos[id]?.state === 'ready' && photos[id].bytes === bytes);
}

/** Forgotten when it is said: a reload meanwhile says it once more. */
async function applyCarriedImage({ batchId, said }: CarriedTestImage, photoId: string): Promise<void> {
  const { applyTestImage: sayOf } = await import('#web/features/test-image/apply-test-image.ts');
  await sayOf(batchId, photoId, said);
  clearCarried();
}
