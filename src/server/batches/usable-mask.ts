import type { App } from '#server/app.ts';
import { findCutout } from '#server/photos/cutout-store.ts';
import { isUsable } from '#server/photos/cutout-view.ts';
import { maskKey } from '#server/photos/file-keys.ts';

/** The mask that a preview uses: that of the current cut-out where it is sure or approved. */
export async function maskPath(app: App, photo: { cutout_id: string | null }): Promise<string | null> {
  if (photo.cutout_id === null) return null;
  const cutout = await findCutout(app.db, photo.cutout_id);
  return cutout !== null && isUsable(cutout) ? app.files.pathOf(maskKey(cutout.id)) : null;
}
