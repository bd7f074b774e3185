import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { dividePile, editPile, gatherPile, startPile } from '#contract/batch-runs.ts';
import { type Batch, listBatches } from '#contract/batches.ts';
import { fetchZip, prepareZip } from '#contract/gallery.ts';
import type { Arrangement } from '#domain/piles/arrange-lots.ts';
import { RETRY_UNREACHABLE } from '#web/api/api-error.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { beginDownload } from '#web/api/downloads.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { keys } from '#web/api/queries/keys.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { forgetArrangements } from '#web/features/upload/pile/kept-arrangement.ts';

/** Returns the lots that were made out of a pile, oldest first, each live; null until they are known. */
export function usePileLots(pileId: string): readonly Batch[] | null {
  const { data } = useQuery({
    queryKey: keys.batchList({ pile: pileId }),
    queryFn: ({ signal }) => readPile(pileId, signal),
  });
  const docs = useQueries({ queries: (data ?? []).map((id) => batchQuery(id)) });
  if (data === undefined || docs.some((doc) => doc.isPending)) return null;
  return docs.flatMap(({ data: lot }) => lot ?? []);
}

/** Reads all pages: a pile may have become more lots than a page holds. */
async function readPile(pile: string, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  let before: string | null = null;
  do {
    const query = { pile, ...(before !== null && { before }) };
    const page: Awaited<ReturnType<typeof call<typeof listBatches>>> = await call(
      listBatches,
      { query },
      { signal },
    );
    ids.push(...page.batches.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  return ids.reverse();
}

/** What lots of a pile are given together. */
export type SharedChange = Partial<Pick<Batch, 'recipe' | 'outputs' | 'filePattern'>>;

/** Start of one lot at the price that was shown. */
export interface LotStart {
  readonly batchId: string;
  readonly photoIds: readonly string[];
  readonly cost: number;
  readonly coverPlates: 'none' | 'sure';
}

/** Most lots that are started by one request: proxies give up on one that takes a minute. */
const LOTS_PER_REQUEST = 20;

/** Starts lots in order. A request that is sent again with the same key answers for lots that it had started as before. */
async function startLots({ lots, idempotencyKey }: { lots: readonly LotStart[]; idempotencyKey: string }) {
  const all = lots.map((lot) => ({ ...lot, photoIds: [...lot.photoIds] }));
  const refusals: Awaited<ReturnType<typeof call<typeof startPile>>>['refusals'] = [];
  for (let at = 0; at < all.length; at += LOTS_PER_REQUEST) {
    const body = { lots: all.slice(at, at + LOTS_PER_REQUEST) };
    const answer = await call(startPile, { body }, { idempotencyKey });
    refusals.push(...answer.refusals);
  }
  return { refusals };
}

export function usePileActions(pileId: string) {
  const client = useQueryClient();
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: keys.batches });
    return client.invalidateQueries({ queryKey: keys.batch(pileId) });
  };
  const divide = useMutation({
    mutationFn: (lots: Arrangement) =>
      call(dividePile, {
        params: { batchId: pileId },
        body: { lots: lots.map(({ name, photoIds }) => ({ name, photoIds: [...photoIds] })) },
      }),
    onSuccess: () => forgetArrangements(pileId),
    onSettled: readAgain,
  });
  const gather = useMutation({
    mutationFn: (name: string) => call(gatherPile, { params: { batchId: pileId }, body: { name } }),
    onSettled: readAgain,
  });
  const edit = useMutation({
    ...RETRY_UNREACHABLE,
    // One after the other, as they were pressed.
    scope: { id: `edits of ${pileId}` },
    async mutationFn({ batchIds, change }: { batchIds: readonly string[]; change: SharedChange }) {
      const body = { ...change, batchIds: [...batchIds] };
      const { edits } = await call(editPile, { params: { batchId: pileId }, body });
      for (const patched of edits) await applyAnswer(client, patched);
    },
    onError: readAgain,
  });
  const start = useMutation({
    ...RETRY_UNREACHABLE,
    mutationFn: startLots,
    onSettled: readAgain,
  });
  const download = useMutation({
    async mutationFn(lots: readonly Batch[]) {
      const resultIds = lots.flatMap((lot) => Object.keys(lot.results));
      const { zipId } = await call(prepareZip, { body: { photoIds: [], resultIds } });
      await beginDownload(routeUrl(fetchZip, { params: { zipId } }));
    },
  });
  return { divide, gather, edit, start, download };
}
