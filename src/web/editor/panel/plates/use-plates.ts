import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Batch } from '#contract/batches.ts';
import { confirmPlates, type Photo } from '#contract/photos.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Whole lists by photo id; null when not reviewed. */
export type Confirmed = Readonly<Record<string, Photo['plates']>>;

/** Returns a function that confirms plates: shown at once, taken back when the server refuses. */
export function useConfirmPlates(batchId: string): (plates: Confirmed) => void {
  const client = useQueryClient();
  const key = keys.batch(batchId);
  const { mutate } = useMutation({
    // One after the other: the last corner moved is the one that stays.
    scope: { id: `plates ${batchId}` },
    mutationFn: (confirmed: Confirmed) => {
      const photos = Object.entries(confirmed).map(([photoId, plates]) => ({ photoId, plates }));
      return call(confirmPlates, { body: { photos } });
    },
    onError(error) {
      showToast({ text: errorMessage(error), negative: true });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return (plates) => {
    client.setQueryData<Batch>(key, (batch) => batch && withPlates(batch, plates));
    mutate(plates);
  };
}

function withPlates(batch: Batch, confirmed: Confirmed): Batch {
  const photos = { ...batch.photos };
  for (const [photoId, plates] of Object.entries(confirmed)) {
    const photo = photos[photoId];
    if (photo) photos[photoId] = { ...photo, plates };
  }
  return { ...batch, photos };
}
