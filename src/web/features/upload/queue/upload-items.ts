import { useMemo } from 'react';
import { createStore, useStore } from '#web/api/store.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';

/** What the queue shows, also where the queue itself has not been fetched: then there is nothing on its way. */
export const uploadItems = createStore<readonly UploadItem[]>([]);

/** Returns the files on their way to one batch. */
export function useBatchUploads(batchId: string | null): readonly UploadItem[] {
  const items = useStore(uploadItems);
  return useMemo(
    () => items.filter((item) => batchId !== null && item.batchId === batchId),
    [items, batchId],
  );
}

/** Returns the files that wait for the batch drafted under this key. */
export function useDraftUploads(lotKey: string): readonly UploadItem[] {
  const items = useStore(uploadItems);
  return useMemo(() => items.filter(({ lot }) => lot?.key === lotKey), [items, lotKey]);
}

export function useAllUploads(): readonly UploadItem[] {
  return useStore(uploadItems);
}
