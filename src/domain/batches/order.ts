/** Photos of a batch are sorted by capture time where known, then by name, until the user drags them; the first is the cover. */
const names = new Intl.Collator('ro', { numeric: true });

export interface OrderedPhoto {
  readonly position: number;
  readonly name: string;
  readonly takenAt: Date | string | null;
}

export function inBatchOrder<P extends OrderedPhoto>(photos: readonly P[], orderedByHand: boolean): P[] {
  const time = (photo: OrderedPhoto) =>
    photo.takenAt === null ? Number.POSITIVE_INFINITY : new Date(photo.takenAt).getTime();
  return [...photos].sort((a, b) => {
    if (orderedByHand) return a.position - b.position;
    const [timeA, timeB] = [time(a), time(b)];
    if (timeA !== timeB) return timeA < timeB ? -1 : 1;
    return names.compare(a.name, b.name) || a.position - b.position;
  });
}
