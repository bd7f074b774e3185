import type { App, User } from '#server/app.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { proxyKey } from '#server/photos/file-keys.ts';
import { findPhoto } from '#server/photos/photo-store.ts';

/**
 * Returns what the small model alone sees of a photo without a cut-out (8-bit grey PNG), for a person who waits for that; null where there
 * is nothing to wait for, or no second model. Nothing of it is stored. Throws `photos/not-found` and the image processes' errors.
 */
export async function sketchObject(app: App, user: User, photoId: string): Promise<Uint8Array | null> {
  const photo = await findPhoto(app.db, user.id, photoId);
  if (photo.state !== 'ready' || photo.cutout_id !== null) return null;
  await using borrowed = new BorrowedFiles(app);
  return app.imaging.sketch(await borrowed.borrowPath(proxyKey(photo.id)));
}
