import type { Photo } from '#contract/photos.ts';
import { haveTimes, PHOTO_ORDERS, type PhotoOrder } from '#domain/batches/order.ts';
import { formatNumber } from '#domain/language/plural.ts';

/** Returns the batch's order with the photo moved to `index`; the first photo is the cover. */
export function moveTo(ids: readonly string[], id: string, index: number): string[] {
  const from = ids.indexOf(id);
  if (from < 0) return [...ids];
  const rest = ids.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(index, rest.length)), 0, id);
}

export function moveBy(ids: readonly string[], id: string, step: number): string[] {
  return moveTo(ids, id, Math.max(0, ids.indexOf(id) + step));
}

/** Returns the batch's photos in the wanted order: those that arrived meanwhile at the end, gone ones left out. */
export function inWantedOrder(current: readonly string[], wanted: readonly string[]): string[] {
  const here = new Set(current);
  const ordered = new Set(wanted);
  return [...wanted.filter((id) => here.has(id)), ...current.filter((id) => !ordered.has(id))];
}

/** Returns the sentence for screen readers after a move: „IMG_1225.jpg este acum a 3-a din 14”. */
export function positionSentence(name: string, ids: readonly string[], id: string): string {
  const index = ids.indexOf(id);
  if (index === 0) return `${name} este acum coperta.`;
  return `${name} este acum a ${formatNumber(index + 1)}-a din ${formatNumber(ids.length)}.`;
}

/** Returns the orders that a batch can stand in: by time where every photo has one, by hand where they were put so once. */
export function possibleOrders(
  photos: readonly Pick<Photo, 'state' | 'takenAt'>[],
  { hasHand }: { readonly hasHand: boolean },
): PhotoOrder[] {
  if (photos.length < 2) return [];
  return PHOTO_ORDERS.filter((order) => order === 'name' || (order === 'time' ? haveTimes(photos) : hasHand));
}

/** Returns the order in which they stand now: by time is by name where a photo has none. */
export function shownOrder(by: PhotoOrder, possible: readonly PhotoOrder[]): PhotoOrder {
  return possible.includes(by) ? by : 'name';
}

/** Returns the index a dragged frame falls to: before the first frame whose middle lies right of the pointer. */
export function dropIndex(middles: readonly number[], x: number): number {
  const next = middles.findIndex((middle) => x < middle);
  return next < 0 ? middles.length : next;
}
