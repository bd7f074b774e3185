import type { App, User } from '#server/app.ts';
import { newestOnly } from '#server/http/limits/newest-only.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { proxyKey } from '#server/photos/file-keys.ts';
import { findPhoto } from '#server/photos/photo-store.ts';

/** Who leafs through photos waits for the last one; looks for the others would stand before all cut-outs. */
const newest = newestOnly();

/**
 * Returns what the small model alone sees of a photo without a cut-out (8-bit grey PNG), for a person who waits for that; null where there
 * is nothing to wait for, no second model, or a newer request of the same person. Nothing of it is stored. Throws `photos/not-found` and
 * the image processes' errors.
 */
export function sketchObject(app: App, user: User, photoId: string): Promise<Uint8Array | null> {
  return newest(user.id, async (signal) => {
    const photo = await findPhoto(app.db, user.id, photoId);
    // A photo that came cut out is no work for a model.
    if (photo.state !== 'ready' || photo.cutout_id !== null || photo.has_alpha) return null;
    await using borrowed = new BorrowedFiles(app);
    return app.imaging.sketch(await borrowed.borrowPath(proxyKey(photo.id)), signal);
  });
}
