import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ListedBatch } from '#contract/batches.ts';
import { type GalleryItem, movePhotos } from '#contract/gallery.ts';
import { MOST_IN_BATCH } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { BatchChoice } from '#web/features/gallery/batches/batch-choice.tsx';
import { useBatches } from '#web/features/gallery/batches/use-batches.ts';
import { batchName } from '#web/text/batch-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface MoveDialogProps {
  readonly photos: readonly Pick<GalleryItem, 'id' | 'outputs'>[];
  readonly onBatch: (batchId: string) => void;
  readonly onClose: () => void;
}

/** Into another batch; out of the ones they are in, unless one wants them in both or results would go out of sight with them. */
export function MoveDialog({ photos, onBatch, onClose }: MoveDialogProps) {
  const photoIds = photos.map(({ id }) => id);
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [batch, setBatch] = useState<ListedBatch | null>(null);
  const [leave, setLeave] = useState(() => photos.every(({ outputs }) => outputs.length === 0));
  const q = useDeferredValue(search.trim()) || undefined;
  const { query, batches } = useBatches({ q });
  const move = useMutation({
    mutationFn: (batchId: string) => call(movePhotos, { body: { photoIds, batchId, leave } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.photos });
      await client.invalidateQueries({ queryKey: keys.batches });
      if (batch)
        showToast({
          text: `${formatCount(photoIds.length, NOUNS.photo)} în lotul „${batchName(batch)}”`,
          action: { label: 'Deschide', onPress: () => onBatch(batch.id) },
        });
    },
    onSettled: onClose,
  });
  const isTooMany = photoIds.length > MOST_IN_BATCH;
  return (
    <Dialog
      open
      sheet
      title="Pune în alt lot"
      description={
        isTooMany
          ? `Un lot ține cel mult ${formatCount(MOST_IN_BATCH, NOUNS.photo)}; ai ales ${formatCount(photoIds.length, NOUNS.photo)}.`
          : formatCount(photoIds.length, NOUNS.photo)
      }
      onOpenChange={(open) => open || onClose()}
    >
      {!isTooMany && (
        <div className="mt-4 flex flex-col gap-4">
          <BatchChoice
            search={search}
            onSearch={setSearch}
            query={query}
            batches={batches}
            chosen={batch?.id ?? null}
            onChoose={setBatch}
          />
          <Switch
            label="Scoate-le din loturile în care sunt; rezultatele lor de acolo nu se mai văd"
            checked={leave}
            onChange={setLeave}
          />
          <Button
            disabled={batch === null}
            busy={move.isPending}
            onClick={() => batch && move.mutate(batch.id)}
          >
            {batch ? `Pune în „${batchName(batch)}”` : 'Alege lotul'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
