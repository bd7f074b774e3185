/**
 * Photos of a batch stand by capture time where every one has it, else by name as people count, until the person chooses one of these or
 * puts them in order by hand. The first is the cover.
 */
import { orderedTimes } from '#domain/photos/capture-time.ts';

export const PHOTO_ORDERS = ['time', 'name', 'hand'] as const;
export type PhotoOrder = (typeof PHOTO_ORDERS)[number];

const names = new Intl.Collator('ro', { numeric: true });

export interface OrderedPhoto {
  readonly position: number;
  readonly name: string;
  readonly takenAt: string | null;
  /** A photo that is not read yet has no known capture time; that of a refused one does not matter. Missing: ready. */
  readonly state?: string;
}

const isRead = ({ state = 'ready' }: Pick<OrderedPhoto, 'state'>) => state === 'ready';

export function haveTimes(photos: readonly Pick<OrderedPhoto, 'state' | 'takenAt'>[]): boolean {
  return photos.every((photo) => !isRead(photo) || photo.takenAt !== null);
}

/** Returns the photos in this order; by time goes by name where a photo has none. */
export function inBatchOrder<P extends OrderedPhoto>(photos: readonly P[], order: PhotoOrder): P[] {
  const isByTime = order === 'time' && haveTimes(photos);
  const times = isByTime ? orderedTimes(photos.map(({ takenAt }) => takenAt)) : [];
  const keyed = photos.map((photo, i) => ({ photo, time: times[i] ?? null }));
  keyed.sort((a, b) => {
    if (order === 'hand') return a.photo.position - b.photo.position;
    if (a.time !== b.time) return a.time !== null && (b.time === null || a.time < b.time) ? -1 : 1;
    return names.compare(a.photo.name, b.photo.name) || a.photo.position - b.photo.position;
  });
  return keyed.map(({ photo }) => photo);
}
