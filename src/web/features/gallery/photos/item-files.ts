import type { GalleryItem } from '#contract/gallery.ts';
import { originalUrl, resultDownloadUrl, resultThumbnailUrl, thumbnailUrl } from '#web/api/file-urls.ts';

/** Returns null while the server has no picture yet. */
export function itemThumbUrl({ id, result, state }: GalleryItem): string | null {
  if (state !== 'ready') return null;
  return result ? resultThumbnailUrl(id) : thumbnailUrl(id);
}

export function itemDownloadUrl({ id, result }: GalleryItem): string {
  return result ? resultDownloadUrl(id) : originalUrl(id);
}

/** True when the picture may be transparent: any format but JPEG. */
export function mayBeClear({ name, result }: Pick<GalleryItem, 'name' | 'result'>): boolean {
  return result ? result.mediaType !== 'image/jpeg' : !/\.jpe?g$/i.test(name);
}
