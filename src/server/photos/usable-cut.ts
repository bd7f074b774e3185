import { cornersOf } from '#domain/recipes/geometry.ts';
import type { PhotoEdits } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import { type CutoutRow, findCutout, isUsable } from '#server/photos/cutout-store.ts';
import { maskKey } from '#server/photos/file-keys.ts';

type Cut = Pick<PhotoEdits, 'maskPath' | 'subject'>;

const NONE: Cut = { maskPath: null, subject: null };

/** Returns the current cut-out for a preview where it is sure or approved, else none. */
export async function usableCut(app: App, photo: { cutout_id: string | null }): Promise<Cut> {
  if (photo.cutout_id === null) return NONE;
  const cutout = await findCutout(app.db, photo.cutout_id);
  return cutout !== null && isUsable(cutout) ? cutFrom(app, cutout) : NONE;
}

/** The same of a cut-out that a run froze. */
export async function cutOf(app: App, cutoutId: string): Promise<Cut> {
  const cutout = await findCutout(app.db, cutoutId);
  return cutout === null ? NONE : cutFrom(app, cutout);
}

function cutFrom(app: App, { id, subject }: CutoutRow): Cut {
  return { maskPath: app.files.pathOf(maskKey(id)), subject: subject === null ? null : cornersOf(subject) };
}
