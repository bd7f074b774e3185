import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import {
  getSwipeDirection,
  panBy,
  type ViewPoint,
  WHOLE,
  type Zoom,
  zoomAt,
} from '#web/features/gallery/viewer/zoom.ts';

interface ZoomStageProps {
  readonly zoom: Zoom;
  readonly onZoom: (change: (zoom: Zoom, box: DOMRect) => Zoom) => void;
  /** A swipe: 1 leads to the next picture. */
  readonly onStep: (by: 1 | -1) => void;
  readonly children: ReactNode;
}

const CLOSE_UP = 2.5;

/** A picture to be pinched, turned larger by the wheel or a double press, pushed about while large and swiped away while whole. */
export function ZoomStage({ zoom, onZoom, onStep, children }: ZoomStageProps) {
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, ViewPoint>());
  const began = useRef<ViewPoint | null>(null);
  const change = useEffectEvent(onZoom);
  useEffect(() => {
    const stage = box.current;
    // React listens passively to the wheel: the page behind would scroll.
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault();
      change((now, rect) =>
        zoomAt(now, Math.exp(-event.deltaY / 300), {
          at: fromMiddle(event.clientX, event.clientY, rect),
          box: rect,
        }),
      );
    };
    stage?.addEventListener('wheel', handleWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', handleWheel);
  }, []);
  const handleDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    began.current = fingers.current.size === 1 ? { x: event.clientX, y: event.clientY } : null;
  };
  const handleMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    fingers.current.set(event.pointerId, now);
    if (other === undefined) {
      onZoom((view, rect) => panBy(view, { x: now.x - before.x, y: now.y - before.y }, rect));
      return;
    }
    const factor = measureFingerGap(now, other) / Math.max(1, measureFingerGap(before, other));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    onZoom((view, rect) => zoomAt(view, factor, { at: fromMiddle(middle.x, middle.y, rect), box: rect }));
  };
  const handleUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const from = began.current;
    began.current = null;
    if (from === null) return;
    const way = getSwipeDirection(zoom, { x: event.clientX - from.x, y: event.clientY - from.y });
    if (way !== 0) onStep(way);
  };
  const handleCancel = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    began.current = null;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shorter way for fingers and wheels; buttons and keys do the same
    <div
      ref={box}
      className={`h-full w-full touch-none overflow-hidden select-none ${zoom.scale > 1 ? 'cursor-grab' : ''}`}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleCancel}
      onDoubleClick={({ clientX, clientY }) =>
        onZoom((now, rect) =>
          now.scale > 1
            ? WHOLE
            : zoomAt(now, CLOSE_UP, { at: fromMiddle(clientX, clientY, rect), box: rect }),
        )
      }
      data-zoom={zoom.scale}
    >
      <div
        className="h-full w-full"
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        {children}
      </div>
    </div>
  );
}

function fromMiddle(clientX: number, clientY: number, { left, top, width, height }: DOMRect): ViewPoint {
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function measureFingerGap(a: ViewPoint, b: ViewPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
