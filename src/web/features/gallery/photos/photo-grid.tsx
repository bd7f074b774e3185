import { type RefObject, useEffect, useRef, useState } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import type { Filters } from '#web/features/gallery/gallery-url.ts';
import { PhotoTile, tileId } from '#web/features/gallery/photos/photo-tile.tsx';
import type { Selection } from '#web/features/gallery/photos/selection.ts';
import { useGridInput } from '#web/features/gallery/photos/use-grid-input.ts';
import { findRowIndex, useRows } from '#web/features/gallery/photos/use-rows.ts';

interface PhotoGridProps {
  readonly label: string;
  readonly items: readonly GalleryItem[];
  /** Number of items, loaded or not. */
  readonly total: number;
  readonly order: readonly string[];
  readonly filters: Filters;
  /** Other ones are on their way. */
  readonly stale: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onAll: () => void;
  readonly onView: (itemId: string) => void;
  readonly onDelete: () => void;
  /** The end of what is loaded is near. */
  readonly onNearEnd: () => void;
}

/** The gallery as one listbox: it keeps the focus itself and points at the active photo, because rows come and go. */
export function PhotoGrid(props: PhotoGridProps) {
  const { label, items, total, order, filters, stale, selection, onNearEnd } = props;
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setFocused] = useState(0);
  const focused = Math.min(wanted, items.length - 1);
  const { rows, tops, shown, last, isScrolling, scrollTo } = useRows(list, items, { filters, focused });
  useEffect(() => {
    if (rows.length > 0 && last > rows.length - 12) onNearEnd();
  }, [rows.length, last, onNearEnd]);
  useFocusBack(list, selection.ids.size > 0);
  const input = useGridInput({
    ...props,
    rows,
    focused,
    onFocus: (index) => {
      setFocused(index);
      const row = findRowIndex(rows, index);
      if (row >= 0) scrollTo(row);
    },
  });
  const active = order[focused];
  return (
    <div
      {...input}
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-busy={stale}
      data-choosing={selection.ids.size > 0 || undefined}
      aria-activedescendant={active && rows.length > 0 ? tileId(active) : undefined}
      className="photo-grid"
      style={{ height: tops.at(-1) }}
    >
      {shown.flatMap((at) => {
        const row = rows[at];
        const top = tops[at] ?? 0;
        if (row === undefined) return [];
        if (row.kind === 'heading') {
          const style = { height: row.height, transform: `translateY(${top}px)` };
          return [
            <div key={`${row.text}-${at}`} aria-hidden className="photo-grid-heading" style={style}>
              {row.text}
            </div>,
          ];
        }
        return row.tiles.flatMap(({ index, left, width }) => {
          const item = items[index];
          if (item === undefined) return [];
          return [
            <PhotoTile
              key={item.id}
              item={item}
              index={index}
              count={total}
              top={top}
              left={left}
              width={width}
              height={row.height}
              selected={selection.ids.has(item.id)}
              focused={index === focused}
              scrolling={isScrolling}
            />,
          ];
        });
      })}
    </div>
  );
}

/** When the tray goes away with the focus on one of its buttons, the grid takes the focus back. */
function useFocusBack(list: RefObject<HTMLElement | null>, choosing: boolean): void {
  const wasChoosing = useRef(false);
  useEffect(() => {
    if (wasChoosing.current && !choosing && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
    wasChoosing.current = choosing;
  }, [list, choosing]);
}
