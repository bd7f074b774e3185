import type { Batch } from '#contract/batches.ts';
import { removePhotos } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey } from '#web/api/queries/keys.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { uploads } from '#web/features/upload/queue/uploads.ts';

/**
 * Lets the new file of a shot take the place of those before. Files that wait leave the queue at once; photos that the server has leave
 * the batch when the new one is announced, so that the batch is never without.
 */
export function replaceEarlier(
  newId: string,
  { key, before }: { key: string; before: readonly UploadItem[] },
) {
  for (const { id } of before) uploads.remove(id);
  const known = before.flatMap(({ photoId }) => photoId ?? []);
  let wasListed = false;
  const look = () => {
    const item = uploads.items.read().find(({ id }) => id === newId);
    wasListed ||= item !== undefined;
    if (!wasListed || (item !== undefined && (item.photoId === null || item.batchId === null))) return;
    end();
    if (item?.batchId != null) void removeOthers(item.batchId, { key, known, photoId: item.photoId ?? '' });
  };
  const end = uploads.items.subscribe(look);
}

interface Replaced {
  readonly key: string;
  /** Photos of the files that left the queue. */
  readonly known: readonly string[];
  /** The photo that stays. */
  readonly photoId: string;
}

async function removeOthers(batchId: string, { key, known, photoId }: Replaced): Promise<void> {
  const batch = queryClient.getQueryData<Batch>([batchKey(batchId)]);
  const same = Object.values(batch?.photos ?? {}).filter(({ shot }) => shot === key);
  const photoIds = [...new Set([...known, ...same.map(({ id }) => id)])].filter((id) => id !== photoId);
  if (photoIds.length === 0) return;
  const edited = await call(removePhotos, { params: { batchId }, body: { photoIds } }).catch(() => null);
  if (edited !== null) putDocument(queryClient, batchKey(edited.id), edited);
}
