import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { dropIndex, moveTo } from '#web/editor/edits/reorder.ts';
import { useLatest } from '#web/ui/use-latest.ts';

/** A mouse drags as soon as it moves; a finger holds still for a moment first, so that swiping still scrolls the strip. */
const MOUSE_SLOP = 6;
const TOUCH_SLOP = 9;
const LONG_PRESS_MS = 280;
const SCROLL_ZONE = 48;

interface Drag {
  readonly id: string;
  readonly list: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  x: number;
  middles: number[] | null;
  index: number;
}

interface Acts {
  readonly onMove: (id: string, index: number) => void;
  /** A finger was held on it and lifted where it was. */
  readonly onHold: (id: string) => void;
}

export function useStripDrag(ids: readonly string[], { onMove, onHold }: Acts) {
  const [shown, setShown] = useState<{ readonly id: string; readonly order: readonly string[] } | null>(null);
  const latest = useLatest({ ids, onMove, onHold });
  const stop = useRef<() => void>(() => {});
  /** A drag ends with a click on the frame; that click selects nothing. */
  const justDragged = useRef(false);
  useEffect(() => () => stop.current(), []);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>, id: string) => {
    const list = event.currentTarget.closest('ol');
    if (event.button !== 0 || list === null) return;
    justDragged.current = false;
    const drag: Drag = {
      id,
      list,
      startX: event.clientX,
      startY: event.clientY,
      x: event.clientX,
      middles: null,
      index: 0,
    };
    stop.current();
    const isTouch = event.pointerType === 'touch';
    stop.current = followDrag(drag, isTouch, {
      onIndex: (index) => setShown({ id, order: moveTo(latest.current.ids, id, index) }),
      onEnd(dropped) {
        setShown(null);
        justDragged.current = dropped;
        if (!dropped) return;
        const isHeld = isTouch && Math.abs(drag.x - drag.startX) <= TOUCH_SLOP;
        if (isHeld && drag.index === latest.current.ids.indexOf(id)) latest.current.onHold(id);
        else latest.current.onMove(id, drag.index);
      },
    });
  };
  const takeClick = () => {
    const was = justDragged.current;
    justDragged.current = false;
    return was;
  };
  return { order: shown?.order ?? ids, draggedId: shown?.id ?? null, onPointerDown, takeClick };
}

interface Follower {
  onIndex(index: number): void;
  onEnd(dropped: boolean): void;
}

function followDrag(drag: Drag, touch: boolean, follower: Follower): () => void {
  let frame = 0;
  const begin = () => {
    drag.middles = measureFrameMiddles(drag.list, drag.id);
    frame = requestAnimationFrame(scroll);
    updateDropIndex(drag, follower);
  };
  const scroll = () => {
    const { left, right } = drag.list.getBoundingClientRect();
    const pull = drag.x < left + SCROLL_ZONE ? -10 : drag.x > right - SCROLL_ZONE ? 10 : 0;
    if (pull !== 0) {
      drag.list.scrollLeft += pull;
      updateDropIndex(drag, follower);
    }
    frame = requestAnimationFrame(scroll);
  };
  const longPress = touch ? setTimeout(begin, LONG_PRESS_MS) : 0;
  const move = (event: PointerEvent) => {
    drag.x = event.clientX;
    if (drag.middles !== null) return updateDropIndex(drag, follower);
    const way = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY);
    if (touch && way > TOUCH_SLOP) end(false);
    if (!touch && way > MOUSE_SLOP) begin();
  };
  const end = (dropped: boolean) => {
    clearTimeout(longPress);
    cancelAnimationFrame(frame);
    for (const [name, run] of listeners) window.removeEventListener(name, run as EventListener);
    follower.onEnd(dropped && drag.middles !== null);
  };
  const keepPageStill = (event: Event) => drag.middles !== null && event.preventDefault();
  const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && end(false);
  const listeners = [
    ['pointermove', move],
    ['pointerup', () => end(true)],
    ['pointercancel', () => end(false)],
    ['touchmove', keepPageStill],
    ['contextmenu', keepPageStill],
    ['keydown', onEscape],
  ] as const;
  for (const [name, run] of listeners)
    window.addEventListener(name, run as EventListener, { passive: false });
  return () => end(false);
}

/** Middles of the other frames, measured from the start of the strip, scrolled or not. */
function measureFrameMiddles(list: HTMLElement, id: string): number[] {
  const origin = list.getBoundingClientRect().left - list.scrollLeft;
  return [...list.querySelectorAll<HTMLElement>('[data-frame]')]
    .filter((frame) => frame.dataset.frame !== id)
    .map((frame) => {
      const { left, width } = frame.getBoundingClientRect();
      return left + width / 2 - origin;
    });
}

function updateDropIndex(drag: Drag, follower: Follower): void {
  if (drag.middles === null) return;
  const origin = drag.list.getBoundingClientRect().left - drag.list.scrollLeft;
  drag.index = dropIndex(drag.middles, drag.x - origin);
  follower.onIndex(drag.index);
}
