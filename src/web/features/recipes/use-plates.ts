import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Batch } from '#contract/batches.ts';
import { confirmPlates } from '#contract/photos.ts';
import type { BodyOf } from '#contract/route.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';
import { showToast } from '#web/ui/toast.ts';

export type Confirmed = BodyOf<typeof confirmPlates>['photos'][number];

/** Says which plates photos have: shown at once, taken back when the server refuses. */
export function useConfirmPlates(batchId: string): (photos: Confirmed[]) => void {
  const client = useQueryClient();
  const key = keys.batch(batchId);
  const { mutate } = useMutation({
    // One after the other: the last corner moved is the one that stays.
    scope: { id: `plates ${batchId}` },
    mutationFn: (photos: Confirmed[]) => call(confirmPlates, { body: { photos } }),
    onError(error) {
      showToast({ text: errorMessage(error), negative: true });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return (photos) => {
    client.setQueryData<Batch>(key, (batch) => batch && withPlates(batch, photos));
    mutate(photos);
  };
}

function withPlates(batch: Batch, confirmed: readonly Confirmed[]): Batch {
  const photos = { ...batch.photos };
  for (const { photoId, plates } of confirmed) {
    const photo = photos[photoId];
    if (photo) photos[photoId] = { ...photo, plates };
  }
  return { ...batch, photos };
}
