import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { BatchRow } from '#contract/batches.ts';
import { type GalleryItem, movePhotos } from '#contract/gallery.ts';
import { MOST_IN_LOT } from '#domain/batches/states.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { LotChoice } from '#web/features/gallery/lots/lot-choice.tsx';
import { useLots } from '#web/features/gallery/lots/use-lots.ts';
import { lotName } from '#web/text/batch-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface MoveDialogProps {
  readonly photos: readonly Pick<GalleryItem, 'id' | 'outputs'>[];
  readonly onLot: (batchId: string) => void;
  readonly onClose: () => void;
}

/** Into another lot; out of the ones they are in, unless one wants them in both or results would go out of sight with them. */
export function MoveDialog({ photos, onLot, onClose }: MoveDialogProps) {
  const photoIds = photos.map(({ id }) => id);
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [lot, setLot] = useState<BatchRow | null>(null);
  const [leave, setLeave] = useState(() => photos.every(({ outputs }) => outputs.length === 0));
  const q = useDeferredValue(search.trim()) || undefined;
  const { query, lots } = useLots({ q });
  const move = useMutation({
    mutationFn: (batchId: string) => call(movePhotos, { body: { photoIds, batchId, leave } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.photos });
      await client.invalidateQueries({ queryKey: keys.batches });
      if (lot)
        showToast({
          text: `${count(photoIds.length, NOUNS.photo)} în lotul „${lotName(lot)}”`,
          action: { label: 'Deschide', onPress: () => onLot(lot.id) },
        });
    },
    onSettled: onClose,
  });
  const isTooMany = photoIds.length > MOST_IN_LOT;
  return (
    <Dialog
      open
      sheet
      title="Pune în alt lot"
      description={
        isTooMany
          ? `Un lot ține cel mult ${count(MOST_IN_LOT, NOUNS.photo)}; ai ales ${count(photoIds.length, NOUNS.photo)}.`
          : count(photoIds.length, NOUNS.photo)
      }
      onOpenChange={(open) => open || onClose()}
    >
      {!isTooMany && (
        <div className="mt-4 flex flex-col gap-4">
          <LotChoice
            search={search}
            onSearch={setSearch}
            query={query}
            lots={lots}
            chosen={lot?.id ?? null}
            onChoose={setLot}
          />
          <Switch
            label="Scoate-le din loturile în care sunt; rezultatele lor de acolo nu se mai văd"
            checked={leave}
            onChange={setLeave}
          />
          <Button disabled={lot === null} busy={move.isPending} onClick={() => lot && move.mutate(lot.id)}>
            {lot ? `Pune în „${lotName(lot)}”` : 'Alege lotul'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
