import type { Batch, listBatches } from '#contract/batches.ts';
import type { ReplyOf } from '#contract/route.ts';
import { isRunning } from '#domain/batches/states.ts';
import { keys } from '#web/api/queries/keys.ts';
import { queryClient } from '#web/api/queries/query-client.ts';

/** Loaders of a batch's three views; each is fetched when it is its turn. */
export const loadEditor = () => import('#web/pages/process/process-editor.tsx');
export const loadRun = () => import('#web/features/batches/run/run-view.tsx');
export const loadResults = () => import('#web/features/batches/results/results-view.tsx');

/** Fetches the view that the address asks for beside the page, not after it, where this browser knows the batch already. */
export function fetchView(): void {
  const { pathname, search } = window.location;
  const batchId = pathname.split('/')[2] ?? '';
  const rows = queryClient.getQueryData<ReplyOf<typeof listBatches>>(keys.batches)?.batches;
  const known =
    queryClient.getQueryData<Batch>(keys.batch(batchId)) ?? rows?.find(({ id }) => id === batchId);
  if (known === undefined) return;
  const { state } = known;
  const isEdited = state === 'draft' || new URLSearchParams(search).has('edit');
  const load = isRunning(state) ? loadRun : isEdited ? loadEditor : loadResults;
  load().catch(() => undefined);
}
