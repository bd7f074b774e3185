import { loadNamePattern } from '#web/shared/batches/file-names.tsx';
import { usePreloaded } from '#web/ui/use-preloaded.ts';

/** Loaders of the dialogs over the results. */
export const loadCompare = () => import('#web/features/batches/results/compare-dialog.tsx');
export const loadProblem = () => import('#web/features/batches/results/problem-dialog.tsx');

const ALL = [loadCompare, loadNamePattern, loadProblem];
const REST_MS = 500;

/** Fetches the dialogs after the first load, before a hand gets to the photos. */
export function usePreloadedDialogs(): void {
  usePreloaded(ALL, REST_MS);
}
