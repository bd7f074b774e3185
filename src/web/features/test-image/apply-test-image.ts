import { editBatch } from '#contract/batches.ts';
import { approveCutout, confirmPlates, makeCutout } from '#contract/photos.ts';
import { call } from '#web/api/call.ts';
import type { TriedImageEdits } from '#web/editor/test-image-editor.tsx';

/** To the photo that the picture has become. */
export async function applyTestImage(
  batchId: string,
  photoId: string,
  { exception: overrides, plates, cut }: TriedImageEdits,
): Promise<void> {
  if (plates !== null) await call(confirmPlates, { body: { photos: [{ photoId, plates }] } });
  if (overrides !== null)
    await call(editBatch, { params: { batchId }, body: { exceptions: { [photoId]: overrides } } });
  if (cut === null) return;
  const { box, strokes } = cut.hints;
  const body = { box, strokes: strokes.map((one) => ({ ...one, points: [...one.points] })) };
  const { cutout } = await call(makeCutout, { params: { photoId }, body });
  if (cut.approved && cutout !== null)
    await call(approveCutout, { params: { photoId }, body: { cutoutId: cutout.id } });
}
