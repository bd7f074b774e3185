import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

const SPARE = 2;
const RESTS_AFTER_MS = 150;
/** Room that a row keeps to the edges of the page when the keyboard leads to it: below lies the tray. */
const ROOM = { above: 8, below: 120 };

/** Which of a list's rows are in sight, from their heights. */
interface Range {
  readonly first: number;
  /** Included; −1: none. */
  readonly last: number;
}

export type List = RefObject<HTMLElement | null>;
const findScroller = (list: List) => list.current?.closest<HTMLElement>('.kept-page') ?? null;

/** Which rows are in sight, and whether they are passing by. */
export function useRange(list: List, tops: readonly number[]) {
  const [range, setRange] = useState<Range>({ first: 0, last: -1 });
  const [isScrolling, setScrolling] = useState(false);
  const look = useCallback(() => {
    const sight = inSight(list);
    if (sight === null) return;
    const { first, last } = rowsBetween(tops, { from: sight.from, to: sight.to }, SPARE);
    setRange((now) => (now.first === first && now.last === last ? now : { first, last }));
  }, [list, tops]);
  // The content above the list may have grown with any render.
  useLayoutEffect(look);
  useEffect(() => {
    const scroller = findScroller(list);
    if (scroller === null) return;
    let rests: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      look();
      setScrolling(true);
      clearTimeout(rests);
      rests = setTimeout(() => setScrolling(false), RESTS_AFTER_MS);
    };
    const size = new ResizeObserver(look);
    size.observe(scroller);
    scroller.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(rests);
      setScrolling(false);
      size.disconnect();
      scroller.removeEventListener('scroll', handleScroll);
    };
  }, [list, look]);
  return { range, isScrolling };
}

/** Returns the top of each row, and last the end of the list. */
export function computeRowTops(heights: readonly number[]): number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The rows between two places of the list, and `spare` more on either side. */
export function rowsBetween(
  tops: readonly number[],
  { from, to }: { from: number; to: number },
  spare: number,
): Range {
  const rows = tops.length - 1;
  const first = Math.max(0, rowAt(tops, from) - spare);
  return { first, last: Math.min(rows - 1, rowAt(tops, to) + spare) };
}

/** The last row that begins at or above a place. */
function rowAt(tops: readonly number[], offset: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** From where to where of the list the page shows, in CSS pixels from its top. */
function inSight(list: List): { from: number; to: number } | null {
  const scroller = findScroller(list);
  if (!list.current || !scroller) return null;
  const from = scroller.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
  return { from, to: from + scroller.clientHeight };
}

export function scrollIntoSight(list: List, top: number, bottom: number): void {
  const sight = inSight(list);
  if (sight === null) return;
  const above = top - ROOM.above - sight.from;
  const below = bottom + ROOM.below - sight.to;
  if (above < 0) findScroller(list)?.scrollBy(0, above);
  else if (below > 0) findScroller(list)?.scrollBy(0, Math.min(below, above));
}

/** The width of an element as it changes; 0 until it is measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
