import type { ListedBatch } from '#contract/batches.ts';
import type { BatchState } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';

export const BATCH_STATE_WORDS: Record<BatchState, string> = {
  draft: 'nepornit',
  queued: 'la rând',
  running: 'în lucru',
  done: 'gata',
  partial: 'gata, nu toate au ieșit',
  cancelled: 'oprit',
  failed: 'n-a ieșit',
};

/** „LOT 0148” */
export function batchLabel(number: number): string {
  return `LOT ${String(number).padStart(4, '0')}`;
}

/** A batch without a name is called by its number: „Lotul 148”. */
export function batchName(batch: { readonly name: string; readonly number: number }): string {
  return batch.name.trim() || `Lotul ${batch.number}`;
}

/** „9 din 14” while it runs, else how many photos it holds. */
export function batchFigures({ state, done, total, photoCount }: ListedBatch): string {
  if (state === 'running' || state === 'queued') return `${done} din ${total}`;
  return formatCount(photoCount, NOUNS.photo);
}

/** „Păstrat până pe 12 dec. 2026”: until the first of its photos goes. */
export function keptWords(photos: readonly { readonly keepUntil: string | null }[]): string | null {
  const [first] = photos.flatMap(({ keepUntil }) => (keepUntil === null ? [] : [keepUntil])).sort();
  return first === undefined ? null : `Păstrat până pe ${formatDay(new Date(first))}`;
}

/** Frame numbers of the film: 01 … 14, 001 … 120. */
export function frameNumber(index: number, total: number): string {
  return String(index + 1).padStart(total > 99 ? 3 : 2, '0');
}

/** „02–14, 16”: three and more in a row are a span. */
export function frameRanges(photoIds: readonly string[], batch: readonly string[]): string {
  const places = photoIds.map((id) => batch.indexOf(id)).sort((a, b) => a - b);
  const rows: number[][] = [];
  for (const place of places) {
    const row = rows.at(-1);
    if (row?.at(-1) === place - 1) row.push(place);
    else rows.push([place]);
  }
  const number = (place: number | undefined) => frameNumber(place ?? 0, batch.length);
  return rows
    .flatMap((row) => (row.length > 2 ? [`${number(row[0])}–${number(row.at(-1))}`] : row.map(number)))
    .join(', ');
}

/** „03, 04, 08” */
export function formatFrameNumbers(photoIds: readonly string[], batch: readonly string[]): string {
  return photoIds.map((id) => frameNumber(batch.indexOf(id), batch.length)).join(', ');
}
