import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { createBatch, editBatch, removePhotos } from '#contract/batches.ts';
import { DEFAULT_PATTERN } from '#domain/batches/file-names.ts';
import { defaultBatchName } from '#domain/batches/lot-name.ts';
import { isUnreachable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys } from '#web/api/queries/keys.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { useMissing } from '#web/api/reported-errors.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-queue.ts';
import { uploads, useBatchUploads } from '#web/features/upload/queue/uploads.ts';
import { useLatest } from '#web/ui/use-latest.ts';

const CREATE = ['create-lot'];

/** The upload page's batch: it is created with the first files, which wait for it in the queue. */
export function useUploadBatch(batchId: string | null, onCreated: (batchId: string) => void) {
  const client = useQueryClient();
  const [ownName, setOwnName] = useState<string | null>(null);
  const [ownPattern, setOwnPattern] = useState<string | null>(null);
  const items = useBatchUploads(batchId);
  const loose = useBatchUploads(null).length;
  const { data: batch = null, error } = useQuery({ ...batchQuery(batchId ?? ''), enabled: batchId !== null });
  const missing = useMissing(error);
  const creating = useIsMutating({ mutationKey: CREATE }) > 0;
  const name = ownName ?? batch?.name ?? defaultBatchName(new Date());
  const create = useMutation({
    mutationKey: CREATE,
    mutationFn: (batchName: string) => {
      const named = ownPattern === null ? {} : { filePattern: ownPattern };
      return call(createBatch, { body: { name: batchName, ...named } });
    },
    retry: (_, failure) => isUnreachable(failure),
    retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 15_000),
    onSuccess(created) {
      putDocument(client, batchKey(created.id), created);
      void client.invalidateQueries({ queryKey: keys.batches });
      uploads.assignBatch(created.id);
      onCreated(created.id);
    },
  });
  const edit = useMutation({
    mutationFn: (body: { name?: string; filePattern?: string }) =>
      call(editBatch, { params: { batchId: batchId ?? '' }, body }),
    onSuccess: (edited) => applyAnswer(client, edited),
  });
  const dismiss = useMutation({
    mutationFn: (photoIds: readonly string[]) =>
      call(removePhotos, { params: { batchId: batchId ?? '' }, body: { photoIds: [...photoIds] } }),
    onSuccess: (edited) => void putDocument(client, batchKey(edited.id), edited),
  });
  useEffect(() => {
    if (batchId !== null && loose > 0) uploads.assignBatch(batchId);
  }, [batchId, loose]);

  const now = useLatest({ batchId, creating, name, start: create.mutate });
  const add = useCallback(
    (files: readonly PickedFile[]) => {
      const { batchId: openBatchId, creating: busy, name: batchName, start } = now.current;
      if (files.length === 0) return;
      uploads.add(files, openBatchId);
      if (openBatchId === null && !busy) start(batchName.trim());
    },
    [now],
  );
  return {
    batch,
    items,
    name,
    failed: create.isError,
    /** True when the URL names a batch that does not exist (any more) or belongs to another user. */
    missing: batch === null && missing,
    add,
    /** Creates the batch before there are files here. */
    begin: () => batchId === null && !creating && create.mutate(name.trim()),
    again: () => create.mutate(name.trim()),
    rename: setOwnName,
    saveName: () => batch !== null && name.trim() !== batch.name && edit.mutate({ name: name.trim() }),
    pattern: ownPattern ?? batch?.filePattern ?? DEFAULT_PATTERN,
    setPattern(filePattern: string) {
      setOwnPattern(filePattern);
      if (batchId !== null) edit.mutate({ filePattern });
    },
    dismiss: dismiss.mutate,
  };
}
