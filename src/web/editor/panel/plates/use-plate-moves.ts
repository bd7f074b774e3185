import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import {
  type Corner,
  nearestCorner,
  removePlate,
  withCorner,
  withShift,
} from '#web/editor/panel/plates/plate-corners.ts';
import type { StageGeometry } from '#web/editor/stage/stage-tools.tsx';

interface Plates {
  readonly plates: readonly Quad[];
  readonly geometry: StageGeometry;
  readonly onChange: (plates: readonly Quad[]) => void;
}

/** Of a plate, or of one of its corners. */
export interface Handlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface Drag {
  readonly index: number;
  /** Null: the whole plate. */
  readonly corner: Corner | null;
  readonly from: Point;
  readonly plates: readonly Quad[];
  readonly isTouch: boolean;
  /** As far as it went; the screen may be a frame behind. */
  moved: readonly Quad[];
}

interface Moving {
  readonly plates: readonly Quad[];
  readonly loupe: { readonly at: Point; readonly left: number; readonly top: number } | null;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns what is moved just now, and the handlers of a plate (`corner`: null) or of one of its corners. */
export function usePlateMoves({ plates, geometry, onChange }: Plates) {
  const drag = useRef<Drag | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const { width, height } = geometry;
  const shareOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.closest('[data-plates]')?.getBoundingClientRect();
    return box
      ? { x: (event.clientX - box.left) / width, y: (event.clientY - box.top) / height }
      : { x: 0, y: 0 };
  };
  const begin = (event: PointerEvent, index: number, corner: Corner | null) => {
    const quad = plates[index];
    if (event.button !== 0 || quad === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = shareOf(event);
    drag.current = {
      index,
      corner: corner === null ? null : nearestCorner(quad, from, geometry),
      from,
      plates,
      isTouch: event.pointerType === 'touch',
      moved: plates,
    };
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    const to = shareOf(event);
    now.moved = movedBy(now, to, geometry);
    const isHidden = now.isTouch && now.corner !== null;
    setMoving({
      plates: now.moved,
      loupe: isHidden ? { at: to, ...loupePosition(event.currentTarget, to) } : null,
    });
  };
  const end = () => {
    if (drag.current !== null && drag.current.moved !== drag.current.plates) onChange(drag.current.moved);
    drag.current = null;
    setMoving(null);
  };
  const press = (event: KeyboardEvent, index: number, corner: Corner | null) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange(removePlate(plates, index));
    }
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? 10 : 1;
    const by = toUprightMove(geometry, { x: (arrow.x * far) / width, y: (arrow.y * far) / height });
    const at = corner === null ? undefined : plates[index]?.[corner];
    onChange(
      at && corner !== null
        ? withCorner(plates, { index, corner }, { x: at.x + by.x, y: at.y + by.y })
        : withShift(plates, index, by),
    );
  };
  const handlers = (index: number, corner: Corner | null): Handlers => ({
    onPointerDown: (event: PointerEvent) => begin(event, index, corner),
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent) => press(event, index, corner),
  });
  return { moving, handlers };
}

/** A way on the shown picture as a way on the upright photo. */
function toUprightMove({ toUpright }: StageGeometry, by: Point): Point {
  const [a, b] = [toUpright({ x: 0, y: 0 }), toUpright(by)];
  return { x: b.x - a.x, y: b.y - a.y };
}

function movedBy(
  { index, corner, from, plates }: Drag,
  to: Point,
  { toUpright }: StageGeometry,
): readonly Quad[] {
  const start = toUpright(from);
  const now = toUpright(to);
  const by = { x: now.x - start.x, y: now.y - start.y };
  if (corner === null) return withShift(plates, index, by);
  const at = plates[index]?.[corner];
  return at ? withCorner(plates, { index, corner }, { x: at.x + by.x, y: at.y + by.y }) : plates;
}

/** CSS pixels. */
export const LOUPE = 116;

/** In the corner, farthest from the finger, of what is seen of an enlarged picture; CSS pixels on the picture. */
function loupePosition(handle: Element, at: Point): { left: number; top: number } {
  const picture = handle.closest('[data-plates]')?.getBoundingClientRect();
  const view = handle.closest('.stage-view')?.getBoundingClientRect() ?? picture;
  if (!picture || !view) return { left: 8, top: 8 };
  const [from, to] = [Math.max(picture.left, view.left), Math.min(picture.right, view.right)];
  const isLeft = picture.left + at.x * picture.width > (from + to) / 2;
  return {
    left: (isLeft ? from + 8 : to - LOUPE - 8) - picture.left,
    top: Math.max(picture.top, view.top) + 8 - picture.top,
  };
}
