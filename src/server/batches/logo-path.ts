import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { findPhotos } from '#server/photos/photo-store.ts';

/** The file a logo is read from: the original with its transparency, the proxy where decoding is costly. Null: no logo. */
export async function logoPath(app: App, ownerId: string, photoId: string | null): Promise<string | null> {
  if (!photoId) return null;
  const [logo] = await findPhotos(app.db, ownerId, [photoId]);
  if (logo?.state !== 'ready') throw new AppError('photos/original-gone');
  const isCostly = logo.format === 'heic' || logo.format === 'avif';
  return app.files.pathOf(isCostly ? proxyKey(logo.id) : originalKey(logo.id));
}
