import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addPhotos, type Batch, editBatch, removePhotos } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey } from '#web/api/queries/keys.ts';
import type { BatchPatch } from '#web/editor/edits/batch-autosave.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Takes photos out of the batch at once. The way back restores their places and their overrides. */
export function useRemovePhotos({ id: batchId, photoIds, order, exceptions }: Batch) {
  const client = useQueryClient();
  const params = { batchId };
  const key = batchKey(batchId);
  const putBack = useMutation({
    mutationFn: async ({ ids, body }: { ids: string[]; body: BatchPatch }) => {
      putDocument(client, key, await call(addPhotos, { params, body: { photoIds: ids } }));
      await applyAnswer(client, await call(editBatch, { params, body }));
    },
  });
  return useMutation({
    mutationFn: (photos: readonly Photo[]) =>
      call(removePhotos, { params, body: { photoIds: photos.map(({ id }) => id) } }),
    // The state at the press is kept: the live stream may bring the change before the answer does.
    onMutate: () => ({ photoIds, order, exceptions }),
    onSuccess(batch, photos, was) {
      putDocument(client, key, batch);
      const ids = photos.map(({ id }) => id);
      const own = Object.fromEntries(
        ids.flatMap((id) => (was.exceptions[id] ? [[id, was.exceptions[id]]] : [])),
      );
      // In any order but by hand it finds its place by itself.
      const isByHand = was.order === undefined || was.order.by === 'hand';
      const body = {
        ...(isByHand && { photoIds: was.photoIds }),
        ...(Object.keys(own).length > 0 && { exceptions: own }),
      };
      const isOne = photos.length === 1;
      showToast({
        text: isOne
          ? `${photos[0]?.name} nu mai e în lot; rămâne în galerie.`
          : `${formatCount(ids.length, NOUNS.photo)} nu mai sunt în lot; rămân în galerie.`,
        timeout: 20_000,
        action: {
          label: isOne ? 'Pune-o înapoi' : 'Pune-le înapoi',
          onPress: () => putBack.mutate({ ids, body }),
        },
      });
    },
  });
}
