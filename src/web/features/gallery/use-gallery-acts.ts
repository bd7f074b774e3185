import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createBatch } from '#contract/batches.ts';
import { restorePhotos, trashPhotos } from '#contract/photos.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/documents.ts';
import { batchKey, keys } from '#web/api/keys.ts';
import { showToast } from '#web/ui/toast.ts';

const UNDO_MS = 8000;
const AT_ONCE = 500;

/** The wire takes 500 ids at a time. */
async function inParts(
  photoIds: readonly string[],
  send: (part: string[]) => Promise<{ photoIds: string[] }>,
): Promise<{ photoIds: string[] }> {
  const answered: string[] = [];
  for (let start = 0; start < photoIds.length; start += AT_ONCE) {
    answered.push(...(await send(photoIds.slice(start, start + AT_ONCE))).photoIds);
  }
  return { photoIds: answered };
}

const trashed = (n: number) => `${count(n, NOUNS.photo)} ${n === 1 ? 'mutată' : 'mutate'} în coș`;
const restored = (n: number) => `${count(n, NOUNS.photo)} ${n === 1 ? 'scoasă' : 'scoase'} din coș`;

/** What can be done with chosen photos. Callbacks live on the mutation: those of a single call are lost while the page is hidden. */
export function useGalleryActs(onLot: (batchId: string) => void, onGone: () => void) {
  const client = useQueryClient();
  const readAgain = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.photos }),
      client.invalidateQueries({ queryKey: keys.trash }),
    ]);
  const restore = useMutation({
    mutationFn: (ids: readonly string[]) =>
      inParts(ids, (photoIds) => call(restorePhotos, { body: { photoIds } })),
    onSuccess: async (reply) => {
      onGone();
      await readAgain();
      showToast({ text: restored(reply.photoIds.length) });
    },
  });
  const trash = useMutation({
    mutationFn: (ids: readonly string[]) =>
      inParts(ids, (photoIds) => call(trashPhotos, { body: { photoIds } })),
    onSuccess: async ({ photoIds }) => {
      onGone();
      await readAgain();
      showToast({
        text: trashed(photoIds.length),
        timeout: UNDO_MS,
        action: {
          label: photoIds.length === 1 ? 'Pune-o la loc' : 'Pune-le la loc',
          onPress: () => restore.mutate(photoIds),
        },
      });
    },
  });
  const makeLot = useMutation({
    mutationFn: (photoIds: readonly string[]) => call(createBatch, { body: { photoIds: [...photoIds] } }),
    onSuccess: (batch) => {
      putDocument(client, batchKey(batch.id), batch);
      void client.invalidateQueries({ queryKey: keys.batches });
      onGone();
      onLot(batch.id);
    },
  });
  return { makeLot, trash, restore };
}
