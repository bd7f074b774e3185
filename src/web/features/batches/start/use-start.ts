import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dropWantedStart, wantStart } from '#contract/batch-runs.ts';
import { type Batch, cancelRun, startBatch } from '#contract/batches.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import { ApiError, RETRY_UNREACHABLE } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys } from '#web/api/queries/keys.ts';
import type { PlateAnswer } from '#web/features/batches/start/found-plates.ts';
import type { RunOffer } from '#web/features/batches/start/start-button-state.ts';

const UNREACHABLE = 'auth/network-request-failed';

interface AskedStart extends PlateAnswer {
  readonly offer: RunOffer;
  readonly idempotencyKey: string;
}

/**
 * Returns a mutation that starts what an offer says. A lost answer is asked for again under the same key, so that nothing starts twice.
 * Fails with ApiError, also when edits could not be saved first.
 */
export function useStart(batchId: string, flush: () => Promise<boolean>, onStarted: (batch: Batch) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ offer, cover, wrongOn, idempotencyKey }: AskedStart) => {
      if (!(await flush())) throw new ApiError(UNREACHABLE, errorSentence(UNREACHABLE));
      const body = {
        photoIds: [...offer.photoIds],
        cost: offer.cost,
        coverPlates: cover,
        wrongPlatesOn: [...wrongOn],
      };
      return call(startBatch, { params: { batchId }, body }, { idempotencyKey });
    },
    ...RETRY_UNREACHABLE,
    onSuccess(batch) {
      onStarted(putDocument(client, batchKey(batchId), batch));
    },
    onError() {
      void client.invalidateQueries({ queryKey: keys.batch(batchId) });
      void client.invalidateQueries({ queryKey: keys.me });
    },
  });
}

interface WantedStart {
  readonly cost: number;
  /** The newest run when it was pressed: asked for again after a lost answer, it starts no other one. */
  readonly afterRun: string | null;
  readonly uploadKeys: string[];
  /** Missing: as it was said before. */
  readonly coverPlates?: CoverAtStart;
  readonly wrongPlatesOn?: string[];
}

/**
 * Returns a mutation for the start that waits for photos: asked for, or taken back (null). Fails with ApiError, also when edits could not
 * be saved first.
 */
export function useWantedStart(batchId: string, flush: () => Promise<boolean>) {
  const client = useQueryClient();
  const params = { batchId };
  return useMutation({
    mutationFn: async (wanted: WantedStart | null) => {
      if (wanted === null) return call(dropWantedStart, { params });
      if (!(await flush())) throw new ApiError(UNREACHABLE, errorSentence(UNREACHABLE));
      return call(wantStart, { params, body: wanted });
    },
    ...RETRY_UNREACHABLE,
    onSuccess: (batch) => void putDocument(client, batchKey(batchId), batch),
    onError: () => void client.invalidateQueries({ queryKey: keys.batch(batchId) }),
  });
}

export function buildAskedStart(offer: RunOffer, answer: PlateAnswer): AskedStart {
  return { offer, ...answer, idempotencyKey: newKey() };
}

export function useCancel(batchId: string, runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelRun, { params: { batchId, runId } }),
    onSuccess: (batch) => void putDocument(client, batchKey(batchId), batch),
  });
}
