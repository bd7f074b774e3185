import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Batch } from '#contract/batches.ts';
import { confirmPlates, type Photo } from '#contract/photos.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';

/** Whole lists by photo id; null when not reviewed. */
export type Confirmed = Readonly<Record<string, Photo['plates']>>;

interface PlateEdits {
  /** Shows the plates at once; takes them back when the server refuses. */
  readonly confirm: (plates: Confirmed) => void;
  /** Waits for requests on their way. False when the server refused one: the page shows what the server has. */
  readonly settle: () => Promise<boolean>;
}

export function useConfirmPlates(batchId: string): PlateEdits {
  const client = useQueryClient();
  const key = keys.batch(batchId);
  const underWay = useRef<Promise<boolean> | null>(null);
  const { mutateAsync } = useMutation({
    // Requests go one after the other: the last corner moved is the one that stays.
    scope: { id: `plates ${batchId}` },
    mutationFn: (confirmed: Confirmed) => {
      const photos = Object.entries(confirmed).map(([photoId, plates]) => ({ photoId, plates }));
      return call(confirmPlates, { body: { photos } });
    },
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
  return {
    confirm(plates) {
      client.setQueryData<Batch>(key, (batch) => batch && withPlates(batch, plates));
      const sent = mutateAsync(plates).then(
        () => true,
        () => false,
      );
      underWay.current = sent;
      void sent.then(() => {
        if (underWay.current === sent) underWay.current = null;
      });
    },
    settle: async () => (await underWay.current) ?? true,
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
