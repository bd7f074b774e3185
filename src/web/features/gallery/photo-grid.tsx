import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import type { Row } from '#web/features/gallery/justified.ts';
import { PhotoTile, tileId } from '#web/features/gallery/photo-tile.tsx';
import type { Selection } from '#web/features/gallery/selection.ts';
import { useGridInput } from '#web/features/gallery/use-grid-input.ts';
import { rowOf, useRows } from '#web/features/gallery/use-rows.ts';

interface PhotoGridProps {
  readonly label: string;
  readonly photos: readonly Photo[];
  readonly order: readonly string[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onView: (photoId: string) => void;
  readonly onDelete: () => void;
  /** The end of what is loaded is near. */
  readonly onNearEnd: () => void;
}

/** The gallery as one listbox: it keeps the focus itself and points at the active photo, because rows come and go. */
export function PhotoGrid(props: PhotoGridProps) {
  const { label, photos, order, selection, onSelect, onView, onDelete, onNearEnd } = props;
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setFocused] = useState(0);
  const focused = Math.min(wanted, photos.length - 1);
  const { rows, virtual, scrollMargin } = useRows(list, photos, focused);
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown > rows.length - 6) onNearEnd();
  }, [rows.length, lastShown, onNearEnd]);
  useFocusBack(list, selection.ids.size > 0);
  const input = useGridInput({
    order,
    rows,
    focused,
    selection,
    onSelect,
    onView,
    onDelete,
    onFocus: (index) => {
      setFocused(index);
      const row = rowOf(rows, index);
      if (row >= 0) virtual.scrollToIndex(row, { align: 'auto' });
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
      aria-activedescendant={active && rows.length > 0 ? tileId(active) : undefined}
      className="photo-grid"
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <GridRow
              key={item.key}
              row={row}
              top={item.start - scrollMargin}
              photos={photos}
              selection={selection}
              focused={focused}
              scrolling={virtual.isScrolling}
            />
          )
        );
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

interface GridRowProps {
  readonly row: Row;
  readonly top: number;
  readonly photos: readonly Photo[];
  readonly selection: Selection;
  readonly focused: number;
  readonly scrolling: boolean;
}

function GridRow({ row, top, photos, selection, focused, scrolling }: GridRowProps) {
  const style = { transform: `translateY(${top}px)`, height: row.height };
  if (row.kind === 'heading') {
    return (
      <div aria-hidden className="absolute inset-x-0 top-0 flex items-end pb-2" style={style}>
        <span className="font-display text-lg font-bold">{row.text}</span>
      </div>
    );
  }
  return (
    <div role="presentation" className="absolute inset-x-0 top-0" style={style}>
      {row.tiles.map(({ index, left, width }) => {
        const photo = photos[index];
        return (
          photo && (
            <PhotoTile
              key={photo.id}
              photo={photo}
              index={index}
              count={photos.length}
              left={left}
              width={width}
              height={row.height}
              selected={selection.ids.has(photo.id)}
              focused={index === focused}
              scrolling={scrolling}
            />
          )
        );
      })}
    </div>
  );
}
