import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addPhotos, type Batch, editBatch, removePhotos } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { call } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey } from '#web/api/queries/keys.ts';
import type { BatchPatch } from '#web/editor/edits/batch-autosave.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Takes a photo out of the batch at once, with a way back to the very place and to what it did differently. */
export function useRemovePhoto({ id: batchId, photoIds, exceptions: overridesByPhoto }: Batch) {
  const client = useQueryClient();
  const params = { batchId };
  const key = batchKey(batchId);
  const putBack = useMutation({
    mutationFn: async ({ id, body }: { id: string; body: BatchPatch }) => {
      putDocument(client, key, await call(addPhotos, { params, body: { photoIds: [id] } }));
      await applyAnswer(client, await call(editBatch, { params, body }));
    },
  });
  return useMutation({
    mutationFn: ({ id }: Photo) => call(removePhotos, { params, body: { photoIds: [id] } }),
    onSuccess(batch, { id, name }) {
      putDocument(client, key, batch);
      const own = overridesByPhoto[id];
      const body = { photoIds, ...(own && { exceptions: { [id]: own } }) };
      showToast({
        text: `${name} nu mai e în lot.`,
        timeout: 8000,
        action: { label: 'Pune-o înapoi', onPress: () => putBack.mutate({ id, body }) },
      });
    },
  });
}
