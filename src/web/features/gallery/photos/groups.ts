import type { GalleryItem } from '#contract/gallery.ts';
import { dayHeading } from '#domain/language/time.ts';
import type { Filters } from '#web/features/gallery/gallery-address.ts';
import type { Group } from '#web/features/gallery/photos/justified.ts';
import { lotLabel, lotName } from '#web/text/batch-words.ts';

const UNKNOWN_ASPECT = 4 / 3;

function aspectOf({ width, height }: GalleryItem): number {
  return width && height ? width / height : UNKNOWN_ASPECT;
}

/** Items come in the order of the page; where the day or the lot changes, a heading stands. Names need none. */
export function grouped(items: readonly GalleryItem[], { sort, lot }: Filters, now: Date): Group[] {
  const dayOf = days(now);
  const headingOf = (item: GalleryItem) => {
    if (sort === 'name') return '';
    return sort === 'lots' ? lotHeading(item, lot) : dayOf(item.trashedAt ?? item.createdAt);
  };
  const groups: { heading: string; aspects: number[] }[] = [];
  for (const item of items) {
    const heading = headingOf(item);
    const group = groups.at(-1);
    if (group?.heading === heading) group.aspects.push(aspectOf(item));
    else groups.push({ heading, aspects: [aspectOf(item)] });
  }
  return groups;
}

/** A day of Bucharest begins at a full hour: ten thousand instants are a few hundred hours. */
function days(now: Date): (instant: string) => string {
  const known = new Map<string, string>();
  return (instant) => {
    const hour = instant.slice(0, 13);
    const heading = known.get(hour) ?? dayHeading(new Date(instant), now);
    known.set(hour, heading);
    return heading;
  };
}

/** The server puts a photo under the newest of its lots, or under the one that is asked for. */
function lotHeading({ lots }: GalleryItem, wanted: string | undefined): string {
  const lot = lots.find(({ id }) => id === wanted) ?? lots[0];
  return lot ? `${lotName(lot)} · ${lotLabel(lot.number)}` : 'În niciun lot';
}
