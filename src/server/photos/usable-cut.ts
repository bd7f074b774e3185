import { getBoxCorners } from '#domain/recipes/geometry.ts';
import type { PhotoEdits } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import type { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { type CutoutRow, findCutout, isUsable } from '#server/photos/cutout-store.ts';
import { maskKey } from '#server/photos/file-keys.ts';

type Cut = Pick<PhotoEdits, 'maskPath' | 'subject'>;

const NONE: Cut = { maskPath: null, subject: null };

/** Returns the current cut-out for a preview where it is sure or approved, else none. */
export async function usableCut(
  app: App,
  borrowed: BorrowedFiles,
  photo: { cutout_id: string | null },
): Promise<Cut> {
  if (photo.cutout_id === null) return NONE;
  const cutout = await findCutout(app.db, photo.cutout_id);
  return cutout !== null && isUsable(cutout) ? cutFrom(borrowed, cutout) : NONE;
}

/** The same of a cut-out that a run froze. */
export async function loadFrozenCut(app: App, borrowed: BorrowedFiles, cutoutId: string): Promise<Cut> {
  const cutout = await findCutout(app.db, cutoutId);
  return cutout === null ? NONE : cutFrom(borrowed, cutout);
}

async function cutFrom(borrowed: BorrowedFiles, { id, subject }: CutoutRow): Promise<Cut> {
  const maskPath = await borrowed.borrowPath(maskKey(id));
  return { maskPath, subject: subject === null ? null : getBoxCorners(subject) };
}
