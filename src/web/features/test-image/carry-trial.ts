import type { QueryClient } from '@tanstack/react-query';
import { type Batch, editBatch } from '#contract/batches.ts';
import { approveCutout, confirmPlates, makeCutout, type Photo } from '#contract/photos.ts';
import type { CutoutHints } from '#domain/recipes/cutout.ts';
import type { Exception } from '#domain/recipes/exception.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';
import { showToast } from '#web/ui/toast.ts';

/** What was said of the picture while it was tried on. */
export interface Said {
  readonly exception: Exception | null;
  readonly plates: Photo['plates'];
  /** What its cut-out was made from; null: nothing was drawn or taken, the lot finds its own. */
  readonly cut: { readonly hints: CutoutHints; readonly approved: boolean } | null;
}

/** Goes to the photo that the picture becomes, as soon as that is ready in the lot; as long as this tab lives. */
export function carryTrial(client: QueryClient, batchId: string, said: Said): void {
  if (said.exception === null && said.plates === null && said.cut === null) return;
  const stop = client.getQueryCache().subscribe(() => {
    const batch = client.getQueryData<Batch>(keys.batch(batchId));
    const photoId = batch?.photoIds.find((id) => batch.photos[id]?.state === 'ready');
    if (photoId === undefined) return;
    stop();
    say(batchId, photoId, said).catch((error: unknown) =>
      showToast({ text: errorMessage(error), negative: true }),
    );
  });
}

async function say(batchId: string, photoId: string, { exception, plates, cut }: Said): Promise<void> {
  if (plates !== null) await call(confirmPlates, { body: { photos: [{ photoId, plates }] } });
  if (exception !== null)
    await call(editBatch, { params: { batchId }, body: { exceptions: { [photoId]: exception } } });
  if (cut === null) return;
  const { box, strokes } = cut.hints;
  const body = { box, strokes: strokes.map((one) => ({ ...one, points: [...one.points] })) };
  const { cutout } = await call(makeCutout, { params: { photoId }, body });
  if (cut.approved && cutout !== null)
    await call(approveCutout, { params: { photoId }, body: { cutoutId: cutout.id } });
}
