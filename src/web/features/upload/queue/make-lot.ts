import { createBatch, editBatch } from '#contract/batches.ts';
import { ApiError, isUnreachable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
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
    if (isPassing(error)) throw error;
    return null;
  }
}

/** Gives a batch what its draft says other than `before`. Rejects where another try may succeed. */
export async function amendLot(batchId: string, draft: LotDraft, before: LotDraft): Promise<void> {
  const { name, filePattern, shotList } = draft;
  const body = {
    ...(name !== before.name && { name }),
    ...(filePattern !== undefined && filePattern !== before.filePattern && { filePattern }),
    ...(shotList !== before.shotList && { shotList: shotList ?? null }),
  };
  if (Object.keys(body).length === 0) return;
  try {
    await applyAnswer(queryClient, await call(editBatch, { params: { batchId }, body }));
  } catch (error) {
    if (isPassing(error)) throw error;
  }
}

/** True where the same request may succeed later. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || isUnreachable(error) || [401, 408, 429].includes(error.status);
}
