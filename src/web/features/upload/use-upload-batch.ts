import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type Batch, deleteBatch, editBatch, removePhotos } from '#contract/batches.ts';
import { DEFAULT_PATTERN } from '#domain/batches/file-names.ts';
import { defaultBatchName } from '#domain/batches/lot-name.ts';
import type { ShotList } from '#domain/shots/shots.ts';
import { isUnreachable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys } from '#web/api/queries/keys.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { useMissing } from '#web/api/reported-errors.ts';
import { useStore } from '#web/api/store.ts';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';
import { useBatchUploads, useDraftUploads } from '#web/features/upload/queue/upload-items.ts';
import { lots, shownLotKey, uploads } from '#web/features/upload/queue/uploads.ts';
import { showToast } from '#web/ui/layers/toast.ts';
import { useLatest } from '#web/ui/use-latest.ts';

/** An edit waits for the connection as the files do, however long that takes. */
const RETRY_UNTIL_BACK = {
  retry: (_: number, failure: Error) => isUnreachable(failure),
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 15_000),
};

/** Files of a closed tab leave the list as they arrive: without a word they would seem to be gone. */
function tellOfEarlier(onPress: () => void): void {
  showToast({
    text: 'Pozele alese mai devreme se trimit în lotul lor.',
    timeout: 8000,
    action: { label: 'Vezi lotul', onPress },
  });
}

/**
 * The upload page's batch: it is created with the first files, which wait for it in the queue, and given up again where none of them is
 * taken. `onBatch`: the batch that the page is about from now on.
 */
export function useUploadBatch(batchId: string | null, onBatch: (batchId: string | null) => void) {
  const [own, setOwn] = useState<Omit<Partial<LotDraft>, 'key'>>({});
  const key = useStore(shownLotKey);
  /** Created here, for files. */
  const [createdId, setCreatedId] = useState<string | null>(null);
  const making = useStore(lots.makings).find(({ draft }) => draft.key === key);
  const placed = useBatchUploads(batchId);
  const loose = useDraftUploads(key);
  const { data: batch = null, error } = useQuery({ ...batchQuery(batchId ?? ''), enabled: batchId !== null });
  const missing = useMissing(error);
  const name = own.name ?? batch?.name ?? making?.draft.name ?? defaultBatchName(new Date());
  const draft: LotDraft = { ...making?.draft, ...own, key, name: name.trim() };
  const { edit, dismiss } = useBatchEdits(batchId);
  const now = useLatest({ batchId, draft });
  const takeOver = useEffectEvent((madeKey: string, made: string) => {
    if (batchId !== null) return;
    if (madeKey !== key) return tellOfEarlier(() => onBatch(made));
    // Files that come before the page has drawn this join it too.
    now.current = { batchId: made, draft };
    setOwn(own.name === undefined ? {} : { name: own.name });
    if (loose.length > 0) setCreatedId(made);
    onBatch(made);
  });
  useEffect(() => lots.whenMade((madeKey, made) => takeOver(madeKey, made)), []);
  const isEmptied = createdId === batchId && batch !== null && hasNothing(batch, placed);
  useGivenUp(isEmptied ? createdId : null, (emptiedId) => {
    setCreatedId(null);
    uploads.leaveBatch(emptiedId, draft);
    onBatch(null);
  });
  const add = useCallback(
    (files: readonly PickedFile[]) =>
      files.length === 0 ? [] : uploads.add(files, now.current.batchId ?? now.current.draft),
    [now],
  );
  const change = (next: Omit<Partial<LotDraft>, 'key'>) => {
    const redrafted = { ...draft, ...next };
    setOwn({ ...own, ...next });
    now.current = { batchId: null, draft: redrafted };
    uploads.redraft(redrafted);
  };
  return {
    batch,
    items: batchId === null ? loose : placed,
    name,
    failed: making?.failed === true,
    /** True when the URL names a batch that does not exist (any more) or belongs to another user. */
    missing,
    add,
    /** Creates the batch before there are files here. */
    begin: () => batchId === null && lots.make(draft),
    again: () => lots.make(draft),
    rename: (next: string) => setOwn({ ...own, name: next }),
    saveName() {
      if (batchId === null) change({ name: name.trim() });
      else if (batch !== null && name.trim() !== batch.name) edit.mutate({ name: name.trim() });
    },
    pattern: own.filePattern ?? batch?.filePattern ?? DEFAULT_PATTERN,
    setPattern(filePattern: string) {
      if (batchId === null) return change({ filePattern });
      setOwn({ ...own, filePattern });
      edit.mutate({ filePattern });
    },
    /** What its guided shots are; null where no list was chosen. */
    shotList: (batchId === null ? draft.shotList : batch?.shotList) ?? null,
    setShotList(shotList: ShotList) {
      if (batchId === null) return change({ shotList });
      const isEmpty = batch !== null && batch.photoIds.length === 0;
      edit.mutate({ shotList, ...(isEmpty && { order: 'name' as const }) });
    },
    dismiss: dismiss.mutate,
  };
}

/** True where all files were refused before one of them became a photo of the batch. */
function hasNothing({ photos }: Batch, items: readonly UploadItem[]): boolean {
  return (
    Object.keys(photos).length === 0 &&
    items.length > 0 &&
    items.every(({ state, photoId }) => state.kind === 'refused' && photoId === null)
  );
}

/** Deletes a batch once the page has left it. */
function useGivenUp(emptiedId: string | null, leave: (emptiedId: string) => void) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    ...RETRY_UNTIL_BACK,
    mutationFn: (batchId: string) => call(deleteBatch, { params: { batchId } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.batches }),
  });
  const giveUp = useEffectEvent((batchId: string) => {
    leave(batchId);
    mutate(batchId);
  });
  useEffect(() => {
    if (emptiedId !== null) giveUp(emptiedId);
  }, [emptiedId]);
}

function useBatchEdits(batchId: string | null) {
  const client = useQueryClient();
  const edit = useMutation({
    ...RETRY_UNTIL_BACK,
    // One after the other: of two on their way at once the older might come last.
    scope: { id: `edits of ${batchId}` },
    mutationFn: (body: { name?: string; filePattern?: string; shotList?: ShotList; order?: 'name' }) =>
      call(editBatch, { params: { batchId: batchId ?? '' }, body }),
    onSuccess: (edited) => applyAnswer(client, edited),
  });
  const dismiss = useMutation({
    mutationFn: (photoIds: readonly string[]) =>
      call(removePhotos, { params: { batchId: batchId ?? '' }, body: { photoIds: [...photoIds] } }),
    onSuccess: (edited) => void putDocument(client, batchKey(edited.id), edited),
  });
  return { edit, dismiss };
}
