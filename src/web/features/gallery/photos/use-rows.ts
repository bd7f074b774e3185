import { useMemo } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import type { Filters } from '#web/features/gallery/gallery-address.ts';
import { grouped } from '#web/features/gallery/photos/groups.ts';
import { justify, type Row, rowHeightFor } from '#web/features/gallery/photos/justified.ts';
import { type List, scrollIntoSight, useRange } from '#web/features/gallery/use-range.ts';
import { useWidth } from '#web/features/gallery/use-width.ts';
import { topsOf } from '#web/features/gallery/visible-rows.ts';

const GAP = 6;
const HEADING_HEIGHT = 56;

export function rowOf(rows: readonly Row[], index: number): number {
  return rows.findIndex((row) => row.kind === 'photos' && row.tiles.some((tile) => tile.index === index));
}

/** Justified rows inside the page's own scroller. The row that holds the focus is always drawn, or the keyboard would lose it. */
export function useRows(list: List, items: readonly GalleryItem[], filters: Filters, focused: number) {
  const width = useWidth(list);
  const { sort = 'newest', lot = '' } = filters;
  const rows = useMemo(() => {
    if (width === 0) return [];
    const measures = { width, rowHeight: rowHeightFor(width), gap: GAP, headingHeight: HEADING_HEIGHT };
    return justify(grouped(items, { sort, lot }, new Date()), measures);
  }, [items, sort, lot, width]);
  const tops = useMemo(
    () => topsOf(rows.map(({ kind, height }) => height + (kind === 'photos' ? GAP : 0))),
    [rows],
  );
  const { range, isScrolling } = useRange(list, tops);
  const shown = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
  const focusedRow = rowOf(rows, focused);
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
