import { useEffect } from 'react';

/** What opens over the results. */
export const loadCompare = () => import('#web/features/batches/compare-dialog.tsx');
export const loadNamePattern = () => import('#web/features/batches/name-pattern-dialog.tsx');
export const loadProblem = () => import('#web/features/batches/problem-dialog.tsx');

const REST_MS = 500;

/** No part of the first load, and there before a hand gets to the photos. */
export function usePreloadedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.allSettled([loadCompare(), loadNamePattern(), loadProblem()]),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, []);
}
