import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { listenForPinch } from '#web/editor/stage/pinch.ts';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { isWriting } from '#web/ui/is-writing.ts';

export const ZOOM_STEP = 1.5;

/** Screen pixels. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Enlarges the picture within `view`, which scrolls and shows no bars: what lies over it grows along, and whatever takes the focus
 * comes into sight. By buttons, + − 0, Ctrl and the wheel, two fingers; moved by the wheel, a drag, Space or the middle button.
 */
export function useStageZoom(
  view: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  photoId: string | null,
): void {
  const { zoom, zoomTo, tool } = useStageTools();
  /** Which share of the picture stays at which place of the screen. */
  const anchor = useRef<{ readonly at: ScreenPoint; readonly share: ScreenPoint } | null>(null);
  const zoomNow = useEffectEvent(() => zoom);
  const canMove = useEffectEvent(() => tool === null && zoom > 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is shown whole
  useEffect(() => zoomTo(1), [zoomTo, photoId]);
  useLayoutEffect(() => {
    const [box, shown] = [picture.current?.getBoundingClientRect(), view.current];
    if (!box || !shown || zoom === 1) return;
    const { at, share } = anchor.current ?? { at: getMiddlePoint(shown), share: { x: 0.5, y: 0.5 } };
    anchor.current = null;
    shown.scrollBy(box.left + share.x * box.width - at.x, box.top + share.y * box.height - at.y);
  }, [zoom, view, picture]);
  useEffect(() => {
    const [shown, held] = [view.current, picture.current];
    if (!shown || !held) return;
    const anchorAt = (at: ScreenPoint) => {
      const { left, top, width, height } = held.getBoundingClientRect();
      anchor.current = { at, share: { x: (at.x - left) / width, y: (at.y - top) / height } };
    };
    const to = (next: number, at: ScreenPoint) => {
      anchorAt(at);
      zoomTo(next);
    };
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        to(zoomNow() * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
      } else if (zoomNow() > 1) {
        event.preventDefault();
        shown.scrollBy(event.deltaX, event.deltaY);
      }
    };
    const key = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
        return;
      const next = zoomBy(event.key, zoomNow());
      if (next === null) return;
      event.preventDefault();
      const focused = document.activeElement;
      to(
        next,
        getMiddlePoint(focused !== shown && shown.contains(focused) && isSmall(focused) ? focused : shown),
      );
    };
    const stopPinch = listenForPinch(shown, {
      zoom: () => zoomNow(),
      to,
      mayPan: () => canMove(),
    });
    shown.addEventListener('wheel', wheel, { passive: false });
    document.addEventListener('keydown', key);
    return () => {
      stopPinch();
      shown.removeEventListener('wheel', wheel);
      document.removeEventListener('keydown', key);
    };
  }, [view, picture, zoomTo]);
}

/** By a key of the keyboard; null: another key. */
function zoomBy(key: string, zoom: number): number | null {
  if (key === '+' || key === '=') return zoom * ZOOM_STEP;
  if (key === '-' || key === '−') return zoom / ZOOM_STEP;
  return key === '0' ? 1 : null;
}

function getMiddlePoint(element: Element | null): ScreenPoint {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
}

/** A handle, not what covers the picture. */
function isSmall(element: Element | null): boolean {
  const box = element?.getBoundingClientRect();
  return box !== undefined && box.width < 100 && box.height < 100;
}
