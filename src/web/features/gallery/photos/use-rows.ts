import { useMemo } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import { dayHeading } from '#domain/language/time.ts';
import type { Filters } from '#web/features/gallery/gallery-url.ts';
import {
  buildJustifiedRows,
  type Group,
  type JustifiedRow,
  rowHeightFor,
} from '#web/features/gallery/photos/justified.ts';
import {
  computeRowTops,
  type List,
  scrollIntoSight,
  useRange,
  useWidth,
} from '#web/features/gallery/use-range.ts';
import { batchLabel, batchName } from '#web/text/batch-words.ts';

const GAP = 6;
const HEADING_HEIGHT = 56;

const UNKNOWN_ASPECT = 4 / 3;

export function findRowIndex(rows: readonly JustifiedRow[], index: number): number {
  return rows.findIndex((row) => row.kind === 'photos' && row.tiles.some((tile) => tile.index === index));
}

/** Justified rows inside the page's own scroller. The row that holds the focus is always drawn, or the keyboard would lose it. */
export function useRows(
  list: List,
  items: readonly GalleryItem[],
  { filters, focused }: { filters: Filters; focused: number },
) {
  const width = useWidth(list);
  const { sort = 'newest', lot: batch = '' } = filters;
  const rows = useMemo(() => {
    if (width === 0) return [];
    const measures = { width, rowHeight: rowHeightFor(width), gap: GAP, headingHeight: HEADING_HEIGHT };
    return buildJustifiedRows(groupByHeading(items, { sort, lot: batch }, new Date()), measures);
  }, [items, sort, batch, width]);
  const tops = useMemo(
    () => computeRowTops(rows.map(({ kind, height }) => height + (kind === 'photos' ? GAP : 0))),
    [rows],
  );
  const { range, isScrolling } = useRange(list, tops);
  const shown = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
  const focusedRow = findRowIndex(rows, focused);
  const isOut = focusedRow >= 0 && (focusedRow < range.first || focusedRow > range.last);
  return {
    rows,
    tops,
    shown: isOut ? [...shown, focusedRow].sort((a, b) => a - b) : shown,
    last: range.last,
    isScrolling,
    scrollTo: (row: number) => scrollIntoSight(list, tops[row] ?? 0, tops[row + 1] ?? 0),
  };
}

function getPhotoAspect({ width, height }: GalleryItem): number {
  return width && height ? width / height : UNKNOWN_ASPECT;
}

/** Items come in the order of the page; where the day or the batch changes, a heading stands. Names need none. */
export function groupByHeading(
  items: readonly GalleryItem[],
  { sort, lot: batch }: Filters,
  now: Date,
): Group[] {
  const dayOf = memoizeDayHeading(now);
  const headingOf = (item: GalleryItem) => {
    if (sort === 'name') return '';
    return sort === 'lots' ? batchHeading(item, batch) : dayOf(item.trashedAt ?? item.createdAt);
  };
  const groups: { heading: string; aspects: number[] }[] = [];
  for (const item of items) {
    const heading = headingOf(item);
    const group = groups.at(-1);
    if (group?.heading === heading) group.aspects.push(getPhotoAspect(item));
    else groups.push({ heading, aspects: [getPhotoAspect(item)] });
  }
  return groups;
}

/** A day of Bucharest begins at a full hour: ten thousand instants are a few hundred hours. */
function memoizeDayHeading(now: Date): (instant: string) => string {
  const known = new Map<string, string>();
  return (instant) => {
    const hour = instant.slice(0, 13);
    const heading = known.get(hour) ?? dayHeading(new Date(instant), now);
    known.set(hour, heading);
    return heading;
  };
}

/** The server puts a photo under the newest of its batches, or under the one that is asked for. */
function batchHeading({ lots: batches }: GalleryItem, wanted: string | undefined): string {
  const batch = batches.find(({ id }) => id === wanted) ?? batches[0];
  return batch ? `${batchName(batch)} · ${batchLabel(batch.number)}` : 'În niciun lot';
}
