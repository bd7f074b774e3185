import type { GalleryItem } from '#contract/gallery.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDay, formatDayAndMonth, formatStamp } from '#domain/language/time.ts';
import { trashUntil } from '#domain/photos/keep-until.ts';
import { batchName } from '#web/text/batch-words.ts';

/** Badge of a photo that can't be shown yet; null for one that can. */
export function photoBadge({ state }: GalleryItem): string | null {
  return state === 'preparing' ? 'se pregătește' : null;
}

/** Label of a photo in the grid for screen readers. */
export function photoLabel(photo: GalleryItem): string {
  const badge = photoBadge(photo) ?? keepBadge(photo, WORDS_FROM_PX);
  const made = photo.result ? [...photo.outputs, ...photo.lots.map(batchName)] : [];
  return [photo.name, ...made, formatStamp(new Date(photo.createdAt)), badge].filter(Boolean).join(', ');
}

/** Returns „4000 × 3000 px · 3,4 MB”. */
export function photoSize({ width, height, bytes }: GalleryItem): string {
  const pixels = width && height ? `${width} × ${height} px` : null;
  return [pixels, formatBytes(bytes)].filter(Boolean).join(' · ');
}

export function takenWords({ takenAt }: GalleryItem): string | null {
  const at = takenAt === null ? null : new Date(takenAt);
  return at === null || Number.isNaN(at.getTime()) ? null : formatStamp(at);
}

/** Widths of a tile from which the badge has words, and a sign; a narrower one shows the day alone. */
const WORDS_FROM_PX = 150;
export const SIGN_FROM_PX = 90;

/** Returns „până pe 12 dec.”, from 7 days or 1 day before, „pleacă pe 12 dec.” in the trash; only „12 dec.” on a narrow tile. */
export function keepBadge(
  { keepUntil, keepWarning, trashedAt }: Pick<GalleryItem, 'keepUntil' | 'keepWarning' | 'trashedAt'>,
  width: number,
): string | null {
  if (trashedAt !== null) {
    const day = formatDayAndMonth(trashUntil(new Date(trashedAt)));
    return width < WORDS_FROM_PX ? day : `pleacă pe ${day}`;
  }
  if (keepUntil === null || keepWarning === null) return null;
  const day = formatDayAndMonth(new Date(keepUntil));
  return width < WORDS_FROM_PX ? day : `până pe ${day}`;
}

export function keepWords({ keepUntil }: GalleryItem): string | null {
  return keepUntil === null ? null : formatDay(new Date(keepUntil));
}
