import { editBatch } from '#contract/batches.ts';
import { approveCutout, confirmPlates, makeCutout, type Photo } from '#contract/photos.ts';
import type { CutoutHints } from '#domain/recipes/cutout.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import { call } from '#web/api/call.ts';

/** The user's edits of the test picture. */
export interface Said {
  readonly exception: PhotoOverrides | null;
  readonly plates: Photo['plates'];
  /** The hints of its cut-out; null when nothing was drawn or approved: the batch then finds its own. */
  readonly cut: { readonly hints: CutoutHints; readonly approved: boolean } | null;
}

/** To the photo that the picture has become. */
export async function sayOf(
  batchId: string,
  photoId: string,
  { exception: overrides, plates, cut }: Said,
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
