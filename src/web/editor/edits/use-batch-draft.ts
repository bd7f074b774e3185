import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { inBatchOrder } from '#domain/batches/order.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { useStore } from '#web/api/store.ts';
import { type BatchPatch, batchAutosave } from '#web/editor/edits/batch-autosave.ts';
import { withOverrides } from '#web/editor/edits/edit-overrides.ts';
import { withProbablePlates } from '#web/editor/edits/probable-plates.ts';
import { inWantedOrder } from '#web/editor/edits/reorder.ts';
import { useHistory } from '#web/editor/edits/use-history.ts';
import { useConfirmPlates } from '#web/editor/panel/plates/use-plates.ts';

export type BatchDraft = ReturnType<typeof useBatchDraft>;

/** The batch under edit: the live document with the edits that are not on the server yet, and their undo and redo. */
export function useBatchDraft(batchId: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(batchQuery(batchId));
  const [own] = useState(() => batchAutosave(client, batchId));
  const { autosave } = own;
  const saving = useStore(own.state);
  useEffect(() => {
    own.takeKept();
    const hide = () => document.visibilityState === 'hidden' && void autosave.flush();
    const leave = () => {
      own.keepUnsent();
      autosave.saveOnLeave();
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (!own.keepUnsent()) event.preventDefault();
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
  }, [own, autosave]);
  const batch = useMemo(
    () => (data === undefined ? null : withProbablePlates(withEdits(data, saving.unsaved))),
    [data, saving.unsaved],
  );
  const plateEdits = useConfirmPlates(batchId);
  const save = (edit: BatchPatch) => autosave.addEdit(edit);
  const history = useHistory(batch, ({ plates, ...edit }) => {
    if (plates) plateEdits.confirm(plates);
    if (Object.keys(edit).length > 0) save(edit);
  });
  return {
    batch,
    error,
    refetch,
    history,
    /** Changes what no undo takes back. */
    save,
    /** False: not all of it is on the server. */
    flush: async () => (await plateEdits.settle()) && autosave.flush(),
    isRetrying: saving.status === 'retrying',
  };
}

/** By hand as it is, by time and name as they will stand; what was put by hand before, the server knows. */
function withOrder(
  batch: Batch,
  { photoIds: wanted, order: by }: BatchPatch,
): Pick<Batch, 'photoIds' | 'order'> {
  const isMoved = wanted !== undefined;
  const moved = isMoved ? inWantedOrder(batch.photoIds, wanted) : batch.photoIds;
  if (!isMoved && by === undefined) return { photoIds: moved, order: batch.order };
  const order = { by: by ?? ('hand' as const), hasHand: isMoved || batch.order?.hasHand === true };
  if (order.by === 'hand') return { photoIds: moved, order };
  const photos = moved.flatMap((id) => batch.photos[id] ?? []);
  const placed = photos.map((photo, position) => ({ ...photo, position }));
  return { photoIds: inBatchOrder(placed, order.by).map(({ id }) => id), order };
}

function withEdits(batch: Batch, edits: BatchPatch): Batch {
  const { photoIds, order } = withOrder(batch, edits);
  return {
    ...batch,
    name: edits.name ?? batch.name,
    recipe: edits.recipe ?? batch.recipe,
    outputs: edits.outputs ?? batch.outputs,
    filePattern: edits.filePattern ?? batch.filePattern,
    photoIds,
    ...(order && { order }),
    exceptions: withOverrides(batch.exceptions, edits.exceptions),
  };
}
