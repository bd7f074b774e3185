import { useEffect } from 'react';

/** Fetches parts that are needed later, once this one has stood for `waitMs`; a part that fails is asked for again when it is needed. */
export function usePreloaded(loaders: readonly (() => Promise<unknown>)[], waitMs: number): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled(loaders.map((load) => load())), waitMs);
    return () => clearTimeout(timer);
  }, [loaders, waitMs]);
}
