import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import type { Filters } from '#web/features/gallery/gallery-address.ts';
import { grouped } from '#web/features/gallery/groups.ts';
import { justify, type Row, rowHeightFor } from '#web/features/gallery/justified.ts';
import { useWidth } from '#web/features/gallery/use-width.ts';
import { type Range, rowsBetween, topsOf } from '#web/features/gallery/visible-rows.ts';

const GAP = 6;
const HEADING_HEIGHT = 56;
const SPARE = 2;
const RESTS_AFTER_MS = 150;
/** Room that a row keeps to the edges of the page when the keyboard leads to it: below lies the tray. */
const ROOM = { above: 8, below: 120 };

type List = RefObject<HTMLElement | null>;
const scrollerOf = (list: List) => list.current?.closest<HTMLElement>('.kept-page') ?? null;

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
    scrollTo: (row: number) => scrollTo(list, tops[row] ?? 0, tops[row + 1] ?? 0),
  };
}

/** Which rows are in sight, and whether they are passing by. */
export function useRange(list: List, tops: readonly number[]) {
  const [range, setRange] = useState<Range>({ first: 0, last: -1 });
  const [isScrolling, setScrolling] = useState(false);
  const look = useCallback(() => {
    const sight = inSight(list);
    if (sight === null) return;
    const { first, last } = rowsBetween(tops, sight.from, sight.to, SPARE);
    setRange((now) => (now.first === first && now.last === last ? now : { first, last }));
  }, [list, tops]);
  // What stands above the list may have grown with any drawing.
  useLayoutEffect(look);
  useEffect(() => {
    const frame = scrollerOf(list);
    if (frame === null) return;
    let rests: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      look();
      setScrolling(true);
      clearTimeout(rests);
      rests = setTimeout(() => setScrolling(false), RESTS_AFTER_MS);
    };
    const size = new ResizeObserver(look);
    size.observe(frame);
    frame.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(rests);
      setScrolling(false);
      size.disconnect();
      frame.removeEventListener('scroll', handleScroll);
    };
  }, [list, look]);
  return { range, isScrolling };
}

/** From where to where of the list the page shows, in CSS pixels from its top. */
function inSight(list: List): { from: number; to: number } | null {
  const frame = scrollerOf(list);
  if (!list.current || !frame) return null;
  const from = frame.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
  return { from, to: from + frame.clientHeight };
}

function scrollTo(list: List, top: number, bottom: number): void {
  const sight = inSight(list);
  if (sight === null) return;
  const above = top - ROOM.above - sight.from;
  const below = bottom + ROOM.below - sight.to;
  if (above < 0) scrollerOf(list)?.scrollBy(0, above);
  else if (below > 0) scrollerOf(list)?.scrollBy(0, Math.min(below, above));
}
