import type { PointerEvent } from 'react';
import type { Spot } from '#web/editor/stage/stage-tools.tsx';

interface Drawing {
  onDown(at: Spot, event: PointerEvent<HTMLElement | SVGElement>): void;
  /** Every place the pointer went through since the last call, the newest last. */
  onMove(way: readonly Spot[]): void;
  /** `cancelled`: the browser took the pointer away; the begun stroke must not count. */
  onUp(cancelled: boolean): void;
}

/** Returns the pointer's place on the element's own box, as shares of its sides; outside it below 0 or above 1. */
export function spotIn(
  element: Element,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** Returns props for an element that covers the picture: the first finger or the mouse's main button draws, captured until it is lifted. */
export function picturePointer(drawing: Drawing) {
  const owns = (event: PointerEvent<HTMLElement | SVGElement>) =>
    event.currentTarget.hasPointerCapture(event.pointerId);
  const end = (cancelled: boolean) => (event: PointerEvent<HTMLElement | SVGElement>) => {
    if (owns(event)) drawing.onUp(cancelled);
  };
  return {
    style: { touchAction: 'none' },
    onPointerDown(event: PointerEvent<HTMLElement | SVGElement>) {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drawing.onDown(spotIn(event.currentTarget, event), event);
    },
    onPointerMove(event: PointerEvent<HTMLElement | SVGElement>) {
      if (!owns(event)) return;
      const target = event.currentTarget;
      const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
      drawing.onMove((all.length > 0 ? all : [event]).map((one) => spotIn(target, one)));
    },
    onPointerUp: end(false),
    onPointerCancel: end(true),
  } as const;
}
