import { type KeyboardEvent, type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react';
import { moveFocus } from '#web/features/gallery/photos/focus-moves.ts';
import type { JustifiedRow } from '#web/features/gallery/photos/justified.ts';
import { TICK_PX } from '#web/features/gallery/photos/photo-tile.tsx';
import {
  extendSelection,
  getPressMeaning,
  NOTHING,
  type Selection,
  togglePhoto,
} from '#web/features/gallery/photos/selection.ts';

const LONG_TOUCH_MS = 450;

export interface GridState {
  readonly order: readonly string[];
  readonly rows: readonly JustifiedRow[];
  readonly focused: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** The focus goes to a photo and the page must show it. */
  readonly onFocus: (index: number) => void;
  readonly onAll: () => void;
  readonly onView: (itemId: string) => void;
  readonly onDelete: () => void;
}

const tileAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-item]');

/** In the tile's upper left corner, where the tick is. */
function isOnTick({ clientX, clientY }: MouseEvent, tile: HTMLElement): boolean {
  const { left, top } = tile.getBoundingClientRect();
  return clientX - left < TICK_PX && clientY - top < TICK_PX;
}

/** Mouse, touch and keyboard of the grid. */
export function useGridInput(grid: GridState) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasLong = useRef(false);
  const byTouch = useRef(false);
  const press = (id: string, keys: { shift: boolean; ctrl: boolean; onTick: boolean }) => {
    const { selection, order } = grid;
    grid.onFocus(order.indexOf(id));
    const meaning = getPressMeaning(keys, selection);
    if (meaning === 'view') return grid.onView(id);
    grid.onSelect(meaning === 'stretch' ? extendSelection(selection, order, id) : togglePhoto(selection, id));
  };
  const handleClick = (event: MouseEvent) => {
    const tile = tileAt(event.target);
    if (!tile?.dataset.item || wasLong.current) return;
    const keys = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
    press(tile.dataset.item, { ...keys, onTick: !byTouch.current && isOnTick(event, tile) });
  };
  const handlePointerDown = (event: PointerEvent) => {
    wasLong.current = false;
    // A finger sees no tick before something is chosen.
    byTouch.current = event.pointerType === 'touch';
    const id = tileAt(event.target)?.dataset.item;
    if (!byTouch.current || id === undefined) return;
    timer.current = setTimeout(() => {
      wasLong.current = true;
      press(id, { shift: false, ctrl: false, onTick: true });
    }, LONG_TOUCH_MS);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (onKey(grid, event)) event.preventDefault();
  };
  const stopWaiting = () => clearTimeout(timer.current);
  return {
    onClick: handleClick,
    onKeyDown: handleKeyDown,
    onPointerDown: handlePointerDown,
    onPointerUp: stopWaiting,
    onPointerCancel: stopWaiting,
    // No tap on what has appeared under the finger meanwhile: the tray's button.
    onTouchEnd: (event: TouchEvent) => wasLong.current && event.preventDefault(),
    onContextMenu: (event: MouseEvent) => wasLong.current && event.preventDefault(),
  };
}

/** True when the key meant something here. */
function onKey(grid: GridState, { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const { order, selection, focused } = grid;
  const id = order[focused];
  if (id === undefined) return false;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') grid.onAll();
  else if (key === 'Escape' && selection.ids.size > 0) grid.onSelect(NOTHING);
  else if (key === ' ')
    grid.onSelect(shiftKey ? extendSelection(selection, order, id) : togglePhoto(selection, id));
  else if (key === 'Enter') grid.onView(id);
  else if (key === 'Delete' && selection.ids.size > 0) grid.onDelete();
  else return moveByKey(grid, { key, shift: shiftKey }, id);
  return true;
}

function moveByKey(grid: GridState, { key, shift }: { key: string; shift: boolean }, from: string): boolean {
  const to = moveFocus(grid.rows, grid.focused, key);
  if (to === null) return false;
  grid.onFocus(to);
  const target = grid.order[to];
  if (shift && target !== undefined) {
    const { selection } = grid;
    const start = selection.anchor === null ? togglePhoto(selection, from) : selection;
    grid.onSelect(extendSelection(start, grid.order, target));
  }
  return true;
}
