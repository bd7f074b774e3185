import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the focus in the box when the pressed control gives way to another kind. Returns a function that notes a press. */
export function useFocusKept(box: RefObject<HTMLElement | null>, kind: string): () => void {
  const pressedIn = useRef<string | null>(null);
  useEffect(() => {
    if (pressedIn.current === null || pressedIn.current === kind) return;
    pressedIn.current = null;
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [box, kind]);
  return () => {
    pressedIn.current = kind;
  };
}
