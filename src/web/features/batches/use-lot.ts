import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Batch, editBatch } from '#contract/batches.ts';
import type { BodyOf } from '#contract/route.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { putDocument } from '#web/api/documents.ts';
import { batchKey } from '#web/api/keys.ts';
import { batchQuery } from '#web/api/queries.ts';
import { Autosave, type AutosaveState } from '#web/features/batches/autosave.ts';
import { mergeEdits, withExceptions } from '#web/features/batches/exceptions.ts';
import { outlivesPage } from '#web/features/batches/outlives-page.ts';
import { inWantedOrder } from '#web/features/batches/reorder.ts';
import { showToast } from '#web/ui/toast.ts';

export type LotEdit = BodyOf<typeof editBatch>;

/** The lot as the person sees it: the live document with the edits that are not on the server yet. */
export function useLot(batchId: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(batchQuery(batchId));
  const [saving, setSaving] = useState<AutosaveState<LotEdit>>({ unsaved: {}, status: 'saved' });
  const [autosave] = useState(() => lotAutosave(client, batchId, setSaving));
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && void autosave.flush();
    const leave = () => autosave.leave();
    const ask = (event: BeforeUnloadEvent) => {
      if (!outlivesPage(JSON.stringify(autosave.unsaved))) event.preventDefault();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', ask);
      void autosave.flush();
    };
  }, [autosave]);
  const batch = useMemo(
    () => (data === undefined ? null : withEdits(data, saving.unsaved)),
    [data, saving.unsaved],
  );
  return { batch, error, refetch, autosave, status: saving.status };
}

function withEdits(batch: Batch, edits: LotEdit): Batch {
  const photoIds = edits.photoIds ? inWantedOrder(batch.photoIds, edits.photoIds) : batch.photoIds;
  return {
    ...batch,
    name: edits.name ?? batch.name,
    recipe: edits.recipe ?? batch.recipe,
    outputs: edits.outputs ?? batch.outputs,
    filePattern: edits.filePattern ?? batch.filePattern,
    photoIds,
    exceptions: withExceptions(batch.exceptions, edits.exceptions),
  };
}

function lotAutosave(client: QueryClient, batchId: string, changed: (state: AutosaveState<LotEdit>) => void) {
  const params = { batchId };
  return new Autosave<LotEdit>({
    async send(body, leaving) {
      if (leaving) return sendLast(batchId, body);
      putDocument(client, batchKey(batchId), await call(editBatch, { params, body }));
    },
    merge: mergeEdits,
    isRefusal: (error) =>
      error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    changed,
    refused: (error) => showToast({ text: errorMessage(error), negative: true }),
  });
}

/** A request that outlives the page; a body too long for that goes out as any other, and the person is asked to stay. */
async function sendLast(batchId: string, edit: LotEdit): Promise<void> {
  const body = JSON.stringify(edit);
  await fetch(routeUrl(editBatch, { params: { batchId } }), {
    method: editBatch.method,
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    keepalive: outlivesPage(body),
    body,
  });
}
