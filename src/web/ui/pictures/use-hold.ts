import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

const HOLD_MS = 280;
const SLOP = 6;

/** Press and hold, by finger, mouse or Space: true while it lasts. A press that moves is something else. */
export function useHold(onRelease: () => void) {
  const [held, setHeld] = useState(false);
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
    if (!held) return;
    setHeld(false);
    onRelease();
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const props = {
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      if (button === 0) press.current = { x, y, timer: setTimeout(() => setHeld(true), HOLD_MS) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const began = press.current;
      if (began !== null && !held && Math.hypot(clientX - began.x, clientY - began.y) > SLOP) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onBlur: end,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== ' ') return;
      event.preventDefault();
      setHeld(true);
    },
    onKeyUp(event: KeyboardEvent) {
      if (event.key === ' ') end();
    },
  };
  return { held, props };
}
