import type { Photo } from '#contract/photos.ts';
import { fold } from '#domain/language/fold.ts';
import { dayHeading } from '#domain/language/time.ts';
import type { Day } from '#web/features/gallery/justified.ts';

const UNKNOWN_ASPECT = 4 / 3;

function aspectOf({ width, height }: Photo): number {
  return width && height ? width / height : UNKNOWN_ASPECT;
}

/** Photos come newest first; each day of Bucharest gets its heading. The trash goes by the day it was thrown away. */
export function byDay(photos: readonly Photo[], now: Date): Day[] {
  const days: { heading: string; aspects: number[] }[] = [];
  for (const photo of photos) {
    const heading = dayHeading(new Date(photo.trashedAt ?? photo.createdAt), now);
    const day = days.at(-1);
    if (day?.heading === heading) day.aspects.push(aspectOf(photo));
    else days.push({ heading, aspects: [aspectOf(photo)] });
  }
  return days;
}

/** What the page shows of what the server lists: copies stand for nothing new; the search ignores diacritics. */
export function shownPhotos(photos: readonly Photo[], search: string): Photo[] {
  const wanted = fold(search.trim());
  return photos.filter((photo) => photo.state !== 'duplicate' && fold(photo.name).includes(wanted));
}
