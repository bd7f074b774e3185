import { useEffect, useSyncExternalStore } from 'react';

/** Number of open dialogs; dialogs that open by themselves wait for their turn. */
let open = 0;
const listeners = new Set<() => void>();

function changeOpenCount(by: 1 | -1): void {
  open += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOpenDialogs(): number {
  return useSyncExternalStore(subscribe, () => open);
}

/** Counts a dialog while it is open. */
export function useCounted(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    changeOpenCount(1);
    return () => changeOpenCount(-1);
  }, [isOpen]);
}
