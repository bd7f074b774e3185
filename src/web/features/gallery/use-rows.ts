import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import type { Filters } from '#web/features/gallery/gallery-address.ts';
import { grouped } from '#web/features/gallery/groups.ts';
import { justify, type Row, rowHeightFor } from '#web/features/gallery/justified.ts';
import { useWidth } from '#web/features/gallery/use-width.ts';

export const GAP = 6;
const HEADING_HEIGHT = 56;

export function rowOf(rows: readonly Row[], index: number): number {
  return rows.findIndex((row) => row.kind === 'photos' && row.tiles.some((tile) => tile.index === index));
}

/** Justified rows inside the page's own scroller. The row that holds the focus is always drawn, or the keyboard would lose it. */
export function useRows(
  list: RefObject<HTMLElement | null>,
  items: readonly GalleryItem[],
  filters: Filters,
  focused: number,
) {
  const width = useWidth(list);
  const [scrollMargin, setScrollMargin] = useState(0);
  const scroller = () => list.current?.closest<HTMLElement>('.kept-page') ?? null;
  const { sort = 'newest', lot = '' } = filters;
  const rows = useMemo(
    () =>
      width === 0
        ? []
        : justify(grouped(items, { sort, lot }, new Date()), {
            width,
            rowHeight: rowHeightFor(width),
            gap: GAP,
            headingHeight: HEADING_HEIGHT,
          }),
    [items, sort, lot, width],
  );
  const focusedRow = rowOf(rows, focused);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: scroller,
    estimateSize: (i) => (rows[i]?.height ?? 0) + (rows[i]?.kind === 'photos' ? GAP : 0),
    overscan: 2,
    scrollMargin,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 120,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return focusedRow < 0 || shown.includes(focusedRow)
        ? shown
        : [...shown, focusedRow].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows have new heights under the same places
  useLayoutEffect(() => {
    virtual.measure();
  }, [rows, virtual]);
  useLayoutEffect(() => {
    const box = list.current;
    const frame = scroller();
    if (!box || !frame) return;
    const top = box.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop;
    setScrollMargin(Math.round(top));
  });
  return { rows, virtual, scrollMargin };
}
