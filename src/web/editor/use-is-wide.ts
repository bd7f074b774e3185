import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(min-width: 1024px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** True where the panel has room beside the stage. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
