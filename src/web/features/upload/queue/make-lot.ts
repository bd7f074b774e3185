import { createBatch } from '#contract/batches.ts';
import { ApiError, isUnreachable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys } from '#web/api/queries/keys.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';

/** Makes the batch and returns its id; null when the server refuses it. Rejects where another try may succeed. */
export async function makeLot({ name, filePattern, shotList }: LotDraft): Promise<string | null> {
  const body = {
    name,
    ...(filePattern !== undefined && { filePattern }),
    ...(shotList !== undefined && { shotList }),
  };
  try {
    const created = await call(createBatch, { body });
    putDocument(queryClient, batchKey(created.id), created);
    void queryClient.invalidateQueries({ queryKey: keys.batches });
    return created.id;
  } catch (error) {
    const isPassing =
      !(error instanceof ApiError) || isUnreachable(error) || [401, 408, 429].includes(error.status);
    if (isPassing) throw error;
    return null;
  }
}
