import { type RefObject, useEffect, useRef } from 'react';

/** What was pressed in the box may give way to something else, of another kind: the focus stays in the box. Returns what notes a press. */
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
