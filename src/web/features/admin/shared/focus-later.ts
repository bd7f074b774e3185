import type { RefObject } from 'react';

/** Moves the focus once a dialog has closed and returned it to a button that is gone by then. */
export function focusLater(target: RefObject<HTMLElement | null>): void {
  setTimeout(() => target.current?.focus(), 50);
}
